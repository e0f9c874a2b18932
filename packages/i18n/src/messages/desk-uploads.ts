import de from '../../../../messages/de/desk-uploads.json' with { type: 'json' }
import en from '../../../../messages/en/desk-uploads.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-uploads.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Uploads and articles at the operator's desk. */
export const deskUploadMessages = bundle({ de, en, fr })
