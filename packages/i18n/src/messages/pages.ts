import de from '../../../../messages/de/pages.json' with { type: 'json' }
import en from '../../../../messages/en/pages.json' with { type: 'json' }
import fr from '../../../../messages/fr/pages.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Names of all pages, as in the title ("{name} - {site}"), and their descriptions for search engines (R2.1-61). */
export const pageMessages = bundle({ de, en, fr })
