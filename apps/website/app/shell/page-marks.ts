import { PageTemplate, type Part, type Slot } from '@kiosk/domain/page-template'

// Characters for private use: no text of the website has them.
const OPEN = '\uE0F0'
const CLOSE = '\uE0F1'

/** Returns the text for a slot in rendered HTML. `mark` is random in each request, so that nobody can write a slot. */
export function slotMark(mark: string, slot: Slot): string {
  return `${OPEN}${mark} ${expressionOf(slot)} ${mark}${CLOSE}`
}

function expressionOf(slot: Slot): string {
  if (slot.slot === 'end') return '/'
  if (slot.slot === 'value') return slot.name
  return `${slot.slot === 'when' ? '?' : ''}${slot.name}=${slot.value}`
}

function slotOf(expression: string): Slot {
  if (expression === '/') return { slot: 'end' }
  const [name = '', value] = expression.replace(/^\?/, '').split('=')
  if (value === undefined) return { slot: 'value', name }
  return { slot: expression.startsWith('?') ? 'when' : 'is', name, value }
}

/**
 * Divides rendered HTML at its slots. Null if a slot cannot be filled: something was made of its text, or it is in a script or
 * style, whose hash is in the policy.
 */
export function templateOf(
  html: readonly string[],
  mark: string,
  bytesOf: (text: string) => Uint8Array<ArrayBuffer>,
): PageTemplate | null {
  const parts: Part[] = []
  const open = OPEN + mark
  const close = mark + CLOSE
  const slot = new RegExp(`${open} (\\??\\w+(?:=\\w+)?|/) ${close}`)
  for (const piece of html) {
    for (const [index, text] of piece.split(slot).entries()) {
      if (index % 2 === 1) parts.push(slotOf(text))
      else if (text.includes(open) || text.includes(close)) return null
      else if (text !== '') parts.push({ bytes: bytesOf(text) })
    }
  }
  return new RegExp(`<(?:script|style)[^>]*>[^<]*${open}`).test(html.join('')) ? null : new PageTemplate(parts)
}
