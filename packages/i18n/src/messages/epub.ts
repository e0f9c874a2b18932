import de from '../../../../messages/de/epub.json' with { type: 'json' }
import en from '../../../../messages/en/epub.json' with { type: 'json' }
import fr from '../../../../messages/fr/epub.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Texts in the EPUB of an issue. */
export const epubMessages = bundle({ de, en, fr })
