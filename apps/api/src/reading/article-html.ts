import sanitizeHtml from 'sanitize-html'

const allowed = ['p', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong']

/** The HTML of an article: text structure and nothing else, no attributes, no links, no styles. On write and on render. */
export function cleanArticle(html: string): string {
  return sanitizeHtml(html, { allowedTags: allowed, allowedAttributes: {}, disallowedTagsMode: 'discard' })
}

/** What everybody may read of a closed article. Words; a text set as one single paragraph would be open as a whole else. */
const PREVIEW_WORDS = 50

/** Its first paragraph, or the first words of a long one; where it has none, its first words. */
export function firstParagraph(html: string): string {
  const clean = cleanArticle(html)
  const paragraph = /<p>[\s\S]*?<\/p>/.exec(clean)?.[0]
  const words = sanitizeHtml(paragraph ?? clean, { allowedTags: [], allowedAttributes: {} })
    .trim()
    .split(/\s+/)
  if (paragraph && words.length <= PREVIEW_WORDS) return paragraph
  const first = words.slice(0, PREVIEW_WORDS).join(' ')
  return first && `<p>${first} …</p>`
}
