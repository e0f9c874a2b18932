import de from '../../../../messages/de/issue.json' with { type: 'json' }
import en from '../../../../messages/en/issue.json' with { type: 'json' }
import fr from '../../../../messages/fr/issue.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The issue page. */
export const issueMessages = bundle({ de, en, fr })
