import { escapeHtml } from '@kiosk/domain/escape-html'
import { isWithinIssue, linkedNote, linkedNotePlace, MOST_LINKS_OF_ARTICLE, safeLink } from '@kiosk/domain/reading/article-links'
import sanitizeHtml from 'sanitize-html'

const allowed = [
  'p',
  'h2',
  'h3',
  'blockquote',
  'ul',
  'ol',
  'li',
  'em',
  'strong',
  'a',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'pre',
  'br',
]

/** Maximum nesting depth, for example of lists within lists. Deeper elements are left out, but their text stays. */
const DEEPEST = 50

/** A nesting depth that no text reaches. The time of the parser grows with the square of the depth. */
const DEEPEST_TO_PARSE = 1_000
class TooDeep extends Error {}

/**
 * Sanitises the HTML of an article: text structure only, no styles, and no attributes but `scope` of `th` and those of links to addresses
 * that `safeLink` allows. Other links are replaced by their text. A line break is followed by a line feed, so that it is white
 * space in the text alone. Of an article nested deeper than a thousand elements, only the words are left. Applied on write and on
 * render.
 */
export function cleanArticle(html: string): string {
  try {
    return sanitised(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return `<p>${escapeHtml(wordsOf(html))}</p>`
  }
}

function sanitised(html: string): string {
  let links = 0
  let depth = 0
  const clean = sanitizeHtml(html, {
    allowedTags: allowed,
    allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: DEEPEST,
    onOpenTag() {
      if (++depth > DEEPEST_TO_PARSE) throw new TooDeep()
    },
    onCloseTag: () => depth--,
    transformTags: {
      a: (_, { href = '' }) => {
        const safe = safeLink(href)
        // Links to notes are not limited, because an article can have hundreds of notes.
        const isFree = safe !== null && isNoteLink(safe)
        if (safe === null || (!isFree && links >= MOST_LINKS_OF_ARTICLE)) return { tagName: 'a', attribs: {} }
        if (!isFree) links++
        return { tagName: 'a', attribs: { href: safe, ...(!isWithinIssue(safe) && { rel: 'noopener nofollow' }) } }
      },
      th: (_, { scope }) => ({ tagName: 'th', attribs: { scope: scope === 'row' ? 'row' : 'col' } }),
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
  })
  return clean.replace(/<pre>[\s\S]*?<\/pre>/g, (code) => code.replaceAll('<br />', '\n')).replace(/<br \/>\n?/g, '<br>\n')
}

const isNoteLink = (href: string) => linkedNote(href) !== null || linkedNotePlace(href) !== null

/** Number of words of a closed article that everyone may read. An article set as one paragraph would otherwise be fully open. */
const PREVIEW_WORDS = 50
/** About the length of 50 long words: the limit for text without spaces or words. UTF-16 units. */
const PREVIEW_CHARACTERS = 400

/** Also segments scripts without spaces. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Replaces the entities of sanitised HTML with their characters. */
export function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (entity) => entities[entity]!)
}

/**
 * Returns the words of sanitised HTML, which may be cut anywhere, as plain text. Blocks and cells are separated; emphasis and
 * links do not divide words.
 */
export function wordsOf(html: string): string {
  const apart = html.replace(/<\/?(?:em|strong|a)\b[^<>]*>/g, '').replace(/<[^>]*(>|$)/g, ' ')
  return withoutEntities(apart).replace(/\s+/g, ' ').trim()
}

/** Returns the first paragraph, or the first words of a long one; without paragraphs, the first words of the article. */
export function firstParagraph(html: string): string {
  const clean = cleanArticle(html)
  const paragraph = /<p>[\s\S]*?<\/p>/.exec(clean)?.[0]
  const text = wordsOf(paragraph ?? clean)
  const first = firstWords(text)
  if (paragraph && first === text) return paragraph
  return first && cleanArticle(`<p>${escapeHtml(first)} …</p>`)
}

/** Length of a teaser. UTF-16 units. */
const TEASER_CHARACTERS = 150

/** Returns the beginning of an article's first paragraph as plain text, for lists. `html` is sanitised and may be cut anywhere. */
export function teaserOf(html: string): string {
  const [, paragraph = html] = /<p>([\s\S]*?)(?:<\/p>|$)/.exec(html) ?? []
  const text = wordsOf(paragraph)
  if (text.length <= TEASER_CHARACTERS) return text
  const start = text.slice(0, TEASER_CHARACTERS)
  const end = start.lastIndexOf(' ')
  return `${(end > TEASER_CHARACTERS / 2 ? start.slice(0, end) : start).replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:–-]+$/, '')} …`
}

/** Returns the beginning of a text, cut between words, or within a word if that word alone is too long. */
function firstWords(text: string): string {
  // Segmenting some scripts uses a dictionary, so pass only as much text as needed.
  const start = text.slice(0, 2 * PREVIEW_CHARACTERS)
  let count = 0
  let end = 0
  for (const { segment, index, isWordLike } of words.segment(start)) {
    if (isWordLike && ++count > PREVIEW_WORDS) break
    if (index + segment.length > PREVIEW_CHARACTERS) break
    end = index + segment.length
  }
  // Even the next word alone is too long.
  if (end < PREVIEW_CHARACTERS / 2 && count <= PREVIEW_WORDS && end < text.length) end = PREVIEW_CHARACTERS
  return text
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
