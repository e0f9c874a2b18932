import de from '../../../../../messages/de/campaigns/apk.json' with { type: 'json' }
import en from '../../../../../messages/en/campaigns/apk.json' with { type: 'json' }
import fr from '../../../../../messages/fr/campaigns/apk.json' with { type: 'json' }
import { bundle } from '../../translate.ts'

/** The page that offers the Android app for download without a store. */
export const apkMessages = bundle({ de, en, fr })
