import de from '../../../../messages/de/desk-readers.json' with { type: 'json' }
import en from '../../../../messages/en/desk-readers.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-readers.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Readers at the desk. */
export const deskReaderMessages = bundle({ de, en, fr })
