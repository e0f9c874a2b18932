import de from '../../../../messages/de/desk.json' with { type: 'json' }
import en from '../../../../messages/en/desk.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The operator's desk. */
export const deskMessages = bundle({ de, en, fr })
