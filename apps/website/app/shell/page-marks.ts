import { PageTemplate, type Part, type Slot } from '@kiosk/domain/page-template'

// Characters for private use: no text of the website has them.
const OPEN = '\uE0F0'
const CLOSE = '\uE0F1'
/** What an expression begins with, by the kind of its section. */
const SIGNS = { when: '?', some: '+', each: '*' } as const
/** React separates texts with it that follow each other; a slot that is there for some only is no text. */
const SEPARATOR = '(?:<!-- -->)?'

/** Returns the text for a slot in rendered HTML. `mark` is random in each request, so that nobody can write a slot. */
export function slotMark(mark: string, slot: Slot): string {
  return `${OPEN}${mark} ${expressionOf(slot)} ${mark}${CLOSE}`
}

/** Returns the mark and the name of a slot for a value; null if the text is none. */
export function valueMarkIn(text: string): { mark: string; name: string } | null {
  const [, mark, name] = new RegExp(`^${OPEN}(\\S+) (\\w+) \\S+${CLOSE}$`).exec(text) ?? []
  return mark && name ? { mark, name } : null
}

function expressionOf(slot: Slot): string {
  if (slot.slot === 'end') return '/'
  if (slot.slot === 'value') return slot.name
  if (slot.slot === 'is') return `${slot.name}=${slot.value}`
  return SIGNS[slot.slot] + slot.name + (slot.slot === 'when' ? `=${slot.value}` : '')
}

function slotOf(expression: string): Slot {
  if (expression === '/') return { slot: 'end' }
  const [, sign, name = '', value = ''] = /^(\W?)(\w+)(?:=(\w+))?$/.exec(expression) ?? []
  if (sign === SIGNS.when) return { slot: 'when', name, value }
  if (sign === SIGNS.some) return { slot: 'some', name }
  if (sign === SIGNS.each) return { slot: 'each', name }
  return value ? { slot: 'is', name, value } : { slot: 'value', name }
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
  const section = new RegExp(`${SEPARATOR}(${open} (?:[?+*]\\w+(?:=\\w+)?|/) ${close})${SEPARATOR}`, 'g')
  const slot = new RegExp(`${open} ([?+*]?\\w+(?:=\\w+)?|/) ${close}`)
  for (const piece of html) {
    for (const [index, text] of piece.replace(section, '$1').split(slot).entries()) {
      if (index % 2 === 1) parts.push(slotOf(text))
      else if (text.includes(open) || text.includes(close)) return null
      else if (text !== '') parts.push({ bytes: bytesOf(text) })
    }
  }
  return new RegExp(`<(?:script|style)[^>]*>[^<]*${open}`).test(html.join('')) ? null : new PageTemplate(parts)
}
