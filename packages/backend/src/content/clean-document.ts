import sanitizeHtml from 'sanitize-html'

/**
 * Sanitises the HTML of an operator's text: structure, tables, links to the web and our own pages; no scripts, styles or
 * frames.
 */
export function cleanDocument(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'h2',
      'h3',
      'p',
      'ul',
      'ol',
      'li',
      'blockquote',
      'em',
      'strong',
      'a',
      'br',
      'hr',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'address',
    ],
    allowedAttributes: { a: ['href'], th: ['scope'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  })
}
