import de from '../../../../messages/de/offline.json' with { type: 'json' }
import en from '../../../../messages/en/offline.json' with { type: 'json' }
import fr from '../../../../messages/fr/offline.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Issues on this device: downloads, reading offline, locks and storage. */
export const offlineMessages = bundle({ de, en, fr })
