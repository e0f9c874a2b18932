import { ApiError } from '@kiosk/domain/errors'
import type { NewsletterText } from '@kiosk/domain/staff/newsletter-endpoints'
import type { Inline, Prose } from '@kiosk/emails/prose'
import { marked, type Token, type Tokens } from 'marked'
import { requireParseable } from '../content/require-parseable.ts'

/**
 * Reads the Markdown of a newsletter. Links lead to the web, to an e-mail address or to one of our pages ("/magazines"); HTML is
 * shown as written.
 * @throws ApiError wrong_input; newsletter_link; newsletter_image, because an image on another server tells that server who reads
 */
export function readMarkdown(markdown: string, publicUrl: string): Prose[] {
  requireParseable(markdown)
  return blocks(marked.lexer(markdown, { gfm: true }), publicUrl)
}

/** Returns the addresses of all links of a text and of its button. */
export function addressesIn({ body, buttonAddress }: Pick<NewsletterText, 'body' | 'buttonAddress'>): string[] {
  const found = [buttonAddress]
  marked.walkTokens(marked.lexer(body, { gfm: true }), (token) => {
    if (token.type === 'link') found.push(token.href)
  })
  return found
}

/** Returns the address of a link as an absolute one. @throws ApiError newsletter_link */
export function linkTarget(address: string, publicUrl: string): string {
  if (/^\/(?!\/)/.test(address)) return publicUrl + address
  if (URL.canParse(address) && ['https:', 'mailto:', 'tel:'].includes(new URL(address).protocol)) return address
  throw new ApiError('newsletter_link', 'texts')
}

function blocks(tokens: readonly Token[], publicUrl: string): Prose[] {
  return tokens.flatMap((token): Prose[] => {
    const inner = 'tokens' in token && token.tokens ? token.tokens : []
    switch (token.type) {
      case 'space':
      case 'def':
        return []
      case 'heading':
        return [{ kind: 'heading', content: inline(inner, publicUrl) }]
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', content: inner.length > 0 ? inline(inner, publicUrl) : plain(token) }]
      case 'list': {
        const { ordered, start, items } = token as Tokens.List
        const first = ordered ? Number(start) || 1 : null
        return [{ kind: 'list', first, items: items.map((item) => blocks(item.tokens, publicUrl)) }]
      }
      case 'blockquote':
        return [{ kind: 'quote', content: blocks(inner, publicUrl) }]
      case 'hr':
        return [{ kind: 'rule' }]
      default:
        return [{ kind: 'paragraph', content: plain(token) }]
    }
  })
}

function inline(tokens: readonly Token[], publicUrl: string): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    const inner = 'tokens' in token && token.tokens ? token.tokens : []
    switch (token.type) {
      case 'strong':
        return [{ kind: 'strong', content: inline(inner, publicUrl) }]
      case 'em':
        return [{ kind: 'emphasis', content: inline(inner, publicUrl) }]
      case 'link':
        return [{ kind: 'link', address: linkTarget((token as Tokens.Link).href, publicUrl), content: inline(inner, publicUrl) }]
      case 'image':
        throw new ApiError('newsletter_image', 'texts')
      case 'br':
        return [{ kind: 'break' }]
      case 'escape':
        return [{ kind: 'text', text: (token as Tokens.Escape).text }]
      default:
        return inner.length > 0 ? inline(inner, publicUrl) : plain(token)
    }
  })
}

/** Text as written; a line break within a paragraph becomes a space. */
function plain(token: Token): Inline[] {
  const text = token.type === 'text' || token.type === 'codespan' ? (token as Tokens.Text).text : token.raw
  return [
    { kind: 'text', text: text.replace(/\n/g, ' ').replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => REFERENCES[name]!) },
  ]
}

/** Character references that people write; others are shown as they are. */
const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
