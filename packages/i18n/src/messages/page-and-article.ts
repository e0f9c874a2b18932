import de from '../../../../messages/de/page-and-article.json' with { type: 'json' }
import en from '../../../../messages/en/page-and-article.json' with { type: 'json' }
import fr from '../../../../messages/fr/page-and-article.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Page and article in the reader: contents, articles as text, the text of a page, looking up a word, typography. */
export const pageAndArticleMessages = bundle({ de, en, fr })
