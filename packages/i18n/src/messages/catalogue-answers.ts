import de from '../../../../messages/de/catalogue-answers.json' with { type: 'json' }
import en from '../../../../messages/en/catalogue-answers.json' with { type: 'json' }
import fr from '../../../../messages/fr/catalogue-answers.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Texts in the API's answers about an issue: notices, rows, names of subscriptions. */
export const catalogueAnswerMessages = bundle({ de, en, fr })
