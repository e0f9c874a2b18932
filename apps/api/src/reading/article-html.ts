import sanitizeHtml from 'sanitize-html'

const allowed = ['p', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong']

/** The HTML of an article: text structure and nothing else, no attributes, no links, no styles. On write and on render. */
export function cleanArticle(html: string): string {
  return sanitizeHtml(html, { allowedTags: allowed, allowedAttributes: {}, disallowedTagsMode: 'discard' })
}

/** Its first paragraph; where it has none, its first words. */
export function firstParagraph(html: string): string {
  const clean = cleanArticle(html)
  const paragraph = /<p>[\s\S]*?<\/p>/.exec(clean)?.[0]
  if (paragraph) return paragraph
  const words = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).trim().split(/\s+/).slice(0, 50).join(' ')
  return words && `<p>${words} …</p>`
}
