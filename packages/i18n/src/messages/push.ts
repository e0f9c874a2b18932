import de from '../../../../messages/de/push.json' with { type: 'json' }
import en from '../../../../messages/en/push.json' with { type: 'json' }
import fr from '../../../../messages/fr/push.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Notifications of new issues by the browser. */
export const pushMessages = bundle({ de, en, fr })
