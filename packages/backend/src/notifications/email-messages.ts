import { bundle } from '@kiosk/i18n/translate'
import leavingDe from '../../../../messages/de/leaving-email.json' with { type: 'json' }
import de from '../../../../messages/de/release-email.json' with { type: 'json' }
import savedSearchDe from '../../../../messages/de/saved-search-email.json' with { type: 'json' }
import leavingEn from '../../../../messages/en/leaving-email.json' with { type: 'json' }
import en from '../../../../messages/en/release-email.json' with { type: 'json' }
import savedSearchEn from '../../../../messages/en/saved-search-email.json' with { type: 'json' }
import leavingFr from '../../../../messages/fr/leaving-email.json' with { type: 'json' }
import fr from '../../../../messages/fr/release-email.json' with { type: 'json' }
import savedSearchFr from '../../../../messages/fr/saved-search-email.json' with { type: 'json' }

/** Texts of the e-mail about a new issue. */
export const releaseEmailMessages = bundle({ de, en, fr })
/** Texts of the e-mail about a title's last day. */
export const leavingEmailMessages = bundle({ de: leavingDe, en: leavingEn, fr: leavingFr })
/** Texts of the e-mail about new hits of saved searches. */
export const savedSearchEmailMessages = bundle({ de: savedSearchDe, en: savedSearchEn, fr: savedSearchFr })
