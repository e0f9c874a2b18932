/** What the text of an article may be made of; anything else is shown by its words alone. */
export const ARTICLE_TAGS = [
  'p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong', 'i', 'b', 'sub', 'sup', 'br', 'hr', 'a',
  'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'pre', 'code', 'cite', 'q', 'dl', 'dt', 'dd',
] as const
