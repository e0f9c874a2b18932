import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { text, together } from '../../setting.ts'
import { openidProvider } from './openid-provider.ts'
import type { IdentityProviders } from './port.ts'

const ISSUERS = { facebook: 'https://www.facebook.com', apple: 'https://appleid.apple.com' } as const

/** Settings of the operator, as text; all are optional. */
export const IdentityVariables = z.object({
  FACEBOOK_CLIENT_ID: text('id of the app'),
  FACEBOOK_CLIENT_SECRET: text('secret of the app', { secret: true }),
  FACEBOOK_ISSUER: text('another issuer, for tests', { shownDefault: `\`${ISSUERS.facebook}\`` }),
  APPLE_CLIENT_ID: text('services id'),
  APPLE_TEAM_ID: text('id of the team'),
  APPLE_KEY_ID: text('id of the key'),
  APPLE_PRIVATE_KEY: text('the whole `.p8` file (P-256), line breaks as `\\n`', { secret: true }),
  APPLE_ISSUER: text('another issuer, for tests', { shownDefault: `\`${ISSUERS.apple}\`` }),
  APPLE_APP_IDS: text('ids of native apps whose sign-ins are accepted, separated by commas or spaces'),
})
export const identityVariables = IdentityVariables.keyof().options
type Options = Partial<Record<(typeof identityVariables)[number], string | undefined>>

/**
 * Returns the configured identity providers, without incompletely configured ones.
 * @returns also `wrong`: messages for the operator
 */
export function identityProvidersFrom(options: Options, production: boolean): { providers: IdentityProviders; wrong: string[] } {
  const wrong: string[] = []
  const providers: IdentityProviders = {}
  const facebook = together(options, ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'], wrong)
  const facebookIssuer = issuerOf('FACEBOOK_ISSUER', options.FACEBOOK_ISSUER ?? ISSUERS.facebook, production, wrong)
  if (facebook && facebookIssuer) {
    const [clientId, clientSecret] = facebook
    providers.facebook = openidProvider('facebook', { issuer: facebookIssuer, clientId, clientSecret })
  }
  const apple = together(options, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'], wrong)
  const appleIssuer = issuerOf('APPLE_ISSUER', options.APPLE_ISSUER ?? ISSUERS.apple, production, wrong)
  if (apple && appleIssuer) {
    const [clientId, teamId, keyId, key] = apple
    const privateKey = key.replace(/\\n/g, '\n')
    if (!isEllipticKey(privateKey)) wrong.push('APPLE_PRIVATE_KEY: paste the whole .p8 file (P-256), line breaks as \\n')
    else {
      const appIds = (options.APPLE_APP_IDS ?? '').split(/[\s,]+/).filter(Boolean)
      providers.apple = openidProvider('apple', { issuer: appleIssuer, clientId, teamId, keyId, privateKey, appIds })
    }
  }
  return { providers, wrong }
}

/** Returns the issuer if it uses https; http only on this machine and not in production. */
function issuerOf(name: string, issuer: string, production: boolean, wrong: string[]): string | null {
  const address = URL.canParse(issuer) ? new URL(issuer) : null
  const here = address?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(address.hostname)
  if (address?.protocol === 'https:' || (here && !production)) return issuer
  wrong.push(`${name}: must be an https:// address`)
  return null
}

function isEllipticKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
