import { PageTemplate, type Part, type Slot } from '@kiosk/domain/page-template'

// Characters for private use, which no text of the website has.
const OPEN = '\uE0F0'
const CLOSE = '\uE0F1'
/** What an expression begins with, by the kind of its section. */
const SIGNS = { when: '?', some: '+', each: '*' } as const
/** React puts it between adjacent texts; a slot that only some pages show is not a text. */
const SEPARATOR = '<!-- -->'
/** A slot between its marks. */
const EXPRESSION = /^ ([?+*]?\w+(?:=\w+)?|\/) $/

/** Returns the text for a slot in rendered HTML. `mark` is random in each request, so that nobody can write a slot. */
export function slotMark(mark: string, slot: Slot): string {
  return `${OPEN}${mark} ${expressionOf(slot)} ${mark}${CLOSE}`
}

/** Returns the mark and the name of a slot for a value; null if the text is not a mark. */
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
 * Divides rendered HTML at its slots. Null if a slot cannot be filled: its text was changed, or it is in a script or style, whose
 * hash is in the policy.
 */
export function templateOf(
  html: readonly string[],
  mark: string,
  bytesOf: (text: string) => Uint8Array<ArrayBuffer>,
): PageTemplate | null {
  const parts: Part[] = []
  const open = OPEN + mark
  const close = mark + CLOSE
  let isInScript = false
  for (const piece of html) {
    let at = 0
    for (;;) {
      const opening = piece.indexOf(open, at)
      const text = piece.slice(at, opening === -1 ? undefined : opening)
      if (text.includes(close)) return null
      isInScript = endsInScript(text, isInScript)
      if (opening === -1) {
        if (text !== '') parts.push({ bytes: bytesOf(text) })
        break
      }
      const closing = piece.indexOf(close, opening)
      const expression = EXPRESSION.exec(piece.slice(opening + open.length, Math.max(opening + open.length, closing)))?.[1]
      if (isInScript || expression === undefined) return null
      const slot = slotOf(expression)
      const isText = slot.slot === 'value' || slot.slot === 'is'
      const before = !isText && text.endsWith(SEPARATOR) ? text.slice(0, -SEPARATOR.length) : text
      if (before !== '') parts.push({ bytes: bytesOf(before) })
      parts.push(slot)
      at = closing + close.length
      if (!isText && piece.startsWith(SEPARATOR, at)) at += SEPARATOR.length
    }
  }
  return new PageTemplate(parts)
}

/** Returns whether the end of a text is within a script or style; `isInScript` says whether its beginning is. */
function endsInScript(text: string, isInScript: boolean): boolean {
  const last = (...tags: string[]) => Math.max(...tags.map((tag) => text.lastIndexOf(tag)))
  const [opened, closed] = [last('<script', '<style'), last('</script', '</style')]
  return opened === closed ? isInScript : opened > closed
}
