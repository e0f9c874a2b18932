import deSignInWords from '../../../../messages/de/second-factor-login.json' with { type: 'json' }
import deSecurityWords from '../../../../messages/de/security.json' with { type: 'json' }
import enSignInWords from '../../../../messages/en/second-factor-login.json' with { type: 'json' }
import enSecurityWords from '../../../../messages/en/security.json' with { type: 'json' }
import frSignInWords from '../../../../messages/fr/second-factor-login.json' with { type: 'json' }
import frSecurityWords from '../../../../messages/fr/security.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The account's security page. */
export const securityMessages = bundle({ de: deSecurityWords, en: enSecurityWords, fr: frSecurityWords })

/** Passkeys and the second factor on the login page. */
export const secondFactorLoginMessages = bundle({ de: deSignInWords, en: enSignInWords, fr: frSignInWords })
