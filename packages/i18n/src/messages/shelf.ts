import de from '../../../../messages/de/shelf.json' with { type: 'json' }
import en from '../../../../messages/en/shelf.json' with { type: 'json' }
import fr from '../../../../messages/fr/shelf.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The library: shelf, bookmarks, history, archive, and the places of a plan. */
export const shelfMessages = bundle({ de, en, fr })
