import de from '../../../../messages/de/topics.json' with { type: 'json' }
import en from '../../../../messages/en/topics.json' with { type: 'json' }
import fr from '../../../../messages/fr/topics.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Topics and the link list. */
export const topicMessages = bundle({ de, en, fr })
