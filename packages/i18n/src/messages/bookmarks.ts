import de from '../../../../messages/de/bookmarks.json' with { type: 'json' }
import en from '../../../../messages/en/bookmarks.json' with { type: 'json' }
import fr from '../../../../messages/fr/bookmarks.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The bookmark tool of the reader, and the list of bookmarks. */
export const bookmarkMessages = bundle({ de, en, fr })
