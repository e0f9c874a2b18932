import sanitizeHtml from 'sanitize-html'

const allowed = ['p', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong']

/** The HTML of an article: text structure and nothing else, no attributes, no links, no styles. On write and on render. */
export function cleanArticle(html: string): string {
  return sanitizeHtml(html, { allowedTags: allowed, allowedAttributes: {}, disallowedTagsMode: 'discard' })
}

/** What everybody may read of a closed article; a text set as one single paragraph would be open as a whole else. */
const PREVIEW_WORDS = 50
/** About what 50 long words take. Text without spaces, or without words, is bounded by it. UTF-16 units. */
const PREVIEW_CHARACTERS = 400

/** Knows the words of scripts without spaces, too. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Its first paragraph, or the first words of a long one; where it has none, its first words. */
export function firstParagraph(html: string): string {
  const clean = cleanArticle(html)
  const paragraph = /<p>[\s\S]*?<\/p>/.exec(clean)?.[0]
  const text = sanitizeHtml(paragraph ?? clean, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
  const first = firstWords(text)
  if (paragraph && first === text) return paragraph
  return first && cleanArticle(`<p>${first.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} …</p>`)
}

/** The beginning of a text, cut between two words; within a word only where that alone is too long. */
function firstWords(text: string): string {
  // Words are looked up in a dictionary for some scripts: no more text than needed goes there.
  const start = text.slice(0, 2 * PREVIEW_CHARACTERS)
  let count = 0
  let end = 0
  for (const { segment, index, isWordLike } of words.segment(start)) {
    if (isWordLike && ++count > PREVIEW_WORDS) break
    if (index + segment.length > PREVIEW_CHARACTERS) break
    end = index + segment.length
  }
  // The next word alone is too long.
  if (end < PREVIEW_CHARACTERS / 2 && count <= PREVIEW_WORDS && end < text.length) end = PREVIEW_CHARACTERS
  return text
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
