import de from '../../../../messages/de/reader-tools.json' with { type: 'json' }
import en from '../../../../messages/en/reader-tools.json' with { type: 'json' }
import fr from '../../../../messages/fr/reader-tools.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** How pages are shown in the web reader, and how keyboard, touch and mouse control it. */
export const readerToolsMessages = bundle({ de, en, fr })
