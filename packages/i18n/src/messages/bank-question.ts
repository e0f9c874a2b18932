import de from '../../../../messages/de/bank-question.json' with { type: 'json' }
import en from '../../../../messages/en/bank-question.json' with { type: 'json' }
import fr from '../../../../messages/fr/bank-question.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page for the bank authentication of a renewal, and its result. */
export const bankQuestionMessages = bundle({ de, en, fr })
