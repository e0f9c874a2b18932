import { escapeHtml } from './escape-html.ts'

/** Texts for the slots of a page, and lists of them for its repeated sections, by name. */
export type Values = { readonly [name: string]: string | readonly Values[] }
/** Finished HTML in UTF-8. `encoded`: its compressed forms, for pieces that are sent more than once. */
export type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly encoded?: Map<string, Promise<Uint8Array>> }
/**
 * What a page leaves open until it is sent: `value` is replaced by the text of this name, `is` by `true` or `false`. A section is
 * what is between its slot and `end`, and may contain others. A `when` section is there for one value only, a `some` section if
 * the list of this name has an item, and an `each` section is repeated for each item, whose values override those of the page.
 */
export type Slot =
  | { slot: 'value'; name: string }
  | { slot: 'is'; name: string; value: string }
  | { slot: 'when'; name: string; value: string }
  | { slot: 'some'; name: string }
  | { slot: 'each'; name: string }
  | { slot: 'end' }
export type Part = Piece | Slot
type Section = { slot: 'when' | 'some' | 'each'; name: string; value?: string; content: readonly Node[] }
type Node = Piece | { slot: 'value' | 'is'; name: string; value?: string } | Section
type Lookup = (name: string) => Values[string] | undefined

/** Maximum number of partly filled templates that a template remembers. */
const MOST_FILLED = 4
/** Pieces up to this size are not worth compressing separately from what is next to them. */
const SHORT_BYTES = 512

const utf8 = new TextEncoder()
const decoder = new TextDecoder()

/**
 * A page that was rendered once for many visitors, with slots for what differs between them (ADR-0279). It is passed between
 * website and server, which have copies of this class: a template is used by its methods only.
 */
export class PageTemplate {
  readonly parts: readonly Part[]
  /** Names of the slots that are open outside lists, sorted. */
  readonly names: readonly string[]
  /** Size of the finished HTML, including sections that only some visitors get. */
  readonly bytes: number
  readonly #nodes: readonly Node[]
  readonly #filled = new Map<string, PageTemplate>()

  /** @throws if a section has no end, or an end has no section */
  constructor(parts: readonly Part[]) {
    this.parts = parts
    this.#nodes = nodesOf(parts)
    this.names = [...new Set(namesIn(this.#nodes))].sort()
    this.bytes = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0)
  }

  /** Returns a key of those values that the page depends on. */
  keyOf(values: Readonly<Record<string, string>>): string {
    let key = ''
    let separator = ''
    for (const name of this.names) {
      const value = values[name]
      if (value === undefined) continue
      key += separator + value
      separator = '|'
    }
    return key
  }

  /**
   * Fills the slots of these values; those of other names stay open. The result is remembered, so this is for values that many
   * visitors have in common. An item of a list must not have a value of the same name.
   */
  fillForMany(values: Readonly<Record<string, string>>): PageTemplate {
    const key = this.keyOf(values)
    const known = this.#filled.get(key)
    if (known) return known
    const filled = new PageTemplate(joined(filledInPart(this.#nodes, values)))
    if (this.#filled.size >= MOST_FILLED) this.#filled.clear()
    this.#filled.set(key, filled)
    return filled
  }

  /**
   * Returns the finished page for one visitor. Short pieces are joined with neighbouring ones that only this visitor gets.
   * @throws if a value is missing
   */
  fill(values: Values): Piece[] {
    return withoutShortPieces(piecesOf(this.#nodes, (name) => values[name]))
  }
}

function nodesOf(parts: readonly Part[]): Node[] {
  const open: { section: Omit<Section, 'content'> | null; content: Node[] }[] = [{ section: null, content: [] }]
  for (const part of parts) {
    const { section, content } = open.at(-1)!
    if ('bytes' in part || part.slot === 'value' || part.slot === 'is') content.push(part)
    else if (part.slot !== 'end') open.push({ section: part, content: [] })
    else if (!section) throw new Error('a page ends a section that did not begin')
    else {
      open.pop()
      open.at(-1)!.content.push({ ...section, content })
    }
  }
  if (open.length > 1) throw new Error('a page has a section without an end')
  return open[0]!.content
}

function namesIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if ('bytes' in node) return []
    if (!('content' in node)) return [node.name]
    return node.slot === 'each' ? [node.name] : [node.name, ...namesIn(node.content)]
  })
}

/** Whether a section is shown for this value. */
function isShown({ slot, value: shownFor }: Section, value: Values[string]): boolean {
  return slot === 'some' ? value.length > 0 : value === shownFor
}

function textOf({ slot, name, value: shownFor }: Exclude<Node, Piece | Section>, value: Values[string]): string {
  if (typeof value !== 'string') throw new Error(`the value ${name} of a page is a list`)
  return slot === 'is' ? String(value === shownFor) : escapeHtml(value)
}

/** Fills the slots that have a value and leaves the rest open, in lists, too. */
function filledInPart(nodes: readonly Node[], values: Values): Part[] {
  return nodes.flatMap((node): Part[] => {
    if ('bytes' in node) return [node]
    const value = values[node.name]
    if (!('content' in node)) return [value === undefined ? (node as Slot) : { bytes: utf8.encode(textOf(node, value)) }]
    const { content, ...slot } = node
    if (value !== undefined && node.slot !== 'each') return isShown(node, value) ? filledInPart(content, values) : []
    return [slot as Slot, ...filledInPart(content, values), { slot: 'end' }]
  })
}

function piecesOf(nodes: readonly Node[], lookUp: Lookup): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    if ('bytes' in node) return [node]
    if (!('content' in node)) return [{ bytes: utf8.encode(textOf(node, needed(node, lookUp))) }]
    if (node.slot === 'each') return [{ bytes: utf8.encode(textsOf(node, lookUp)) }]
    return isShown(node, needed(node, lookUp)) ? piecesOf(node.content, lookUp) : []
  })
}

/** Texts of pieces in lists, which are repeated: joining texts is faster than joining many short pieces of UTF-8. */
const texts = new WeakMap<Piece, string>()

function textsOf(node: Node, lookUp: Lookup): string {
  if ('bytes' in node) {
    const known = texts.get(node)
    if (known !== undefined) return known
    const text = decoder.decode(node.bytes)
    texts.set(node, text)
    return text
  }
  const value = needed(node, lookUp)
  if (!('content' in node)) return textOf(node, value)
  const textIn = (lookup: Lookup) => {
    let text = ''
    for (const each of node.content) text += textsOf(each, lookup)
    return text
  }
  if (node.slot !== 'each') return isShown(node, value) ? textIn(lookUp) : ''
  if (typeof value === 'string') throw new Error(`the value ${node.name} of a page is no list`)
  let text = ''
  for (const item of value) text += textIn((name) => item[name] ?? lookUp(name))
  return text
}

function needed({ name }: { name: string }, lookUp: Lookup): Values[string] {
  const value = lookUp(name)
  if (value === undefined) throw new Error(`a page needs the value ${name}`)
  return value
}

/** Joins pieces that follow each other, which compress better as one. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = []
  let run: Uint8Array<ArrayBuffer>[] = []
  const flush = () => {
    if (run.length > 0) result.push({ bytes: concatenated(run), encoded: new Map() })
    run = []
  }
  for (const part of parts) {
    if ('bytes' in part) run.push(part.bytes)
    else {
      flush()
      result.push(part)
    }
  }
  flush()
  return result
}

/** Joins consecutive pieces of one visitor, together with short shared ones between them. */
function withoutShortPieces(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  let run: Piece[] = []
  const flush = () => {
    // Short pieces at the end of a run stay shared.
    const shared: Piece[] = []
    while (run.at(-1)?.encoded) shared.unshift(run.pop()!)
    if (run.length === 1) result.push(run[0]!)
    else if (run.length > 1) result.push({ bytes: concatenated(run.map(({ bytes }) => bytes)) })
    result.push(...shared)
    run = []
  }
  for (const piece of pieces) {
    const isShort = piece.bytes.length <= SHORT_BYTES
    if (!piece.encoded || (isShort && run.length > 0)) run.push(piece)
    else {
      flush()
      result.push(piece)
    }
  }
  flush()
  return result
}

/** Returns the bytes of all pieces in one. */
export function concatenated(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces
  if (only && pieces.length === 1) return only
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
