import de from '../../../../messages/de/desk-errors.json' with { type: 'json' }
import en from '../../../../messages/en/desk-errors.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-errors.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Errors of the desk, which no page of the website loads. */
export const deskErrorMessages = bundle({ de, en, fr })
