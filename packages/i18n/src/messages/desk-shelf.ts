import de from '../../../../messages/de/desk-shelf.json' with { type: 'json' }
import en from '../../../../messages/en/desk-shelf.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-shelf.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Titles, issues and publishers at the desk. */
export const deskShelfMessages = bundle({ de, en, fr })
