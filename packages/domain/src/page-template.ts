import { escapeHtml } from './escape-html.ts'

/** Text for the slots of a page, by name. */
export type Values = Readonly<Record<string, string>>
/** Finished HTML in UTF-8. `encoded`: its compressed forms, for pieces that are sent more than once. */
export type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly encoded?: Map<string, Promise<Uint8Array>> }
/**
 * What a page leaves open until it is sent: `value` is replaced by the text of this name, `is` by `true` or `false`, and what is
 * between `when` and `end` is there for one value only. Sections do not contain sections.
 */
export type Slot =
  | { slot: 'value'; name: string }
  | { slot: 'is'; name: string; value: string }
  | { slot: 'when'; name: string; value: string }
  | { slot: 'end' }
export type Part = Piece | Slot

/** Maximum number of remembered templates that a template was filled to. */
const MOST_FILLED = 24

const utf8 = new TextEncoder()

/**
 * A page that was rendered once for many visitors, with slots for what differs between them (ADR-0279). It is passed between
 * website and server, which have copies of this class: a template is used by its methods only.
 */
export class PageTemplate {
  readonly parts: readonly Part[]
  /** Names of the slots that are open, sorted. */
  readonly names: readonly string[]
  /** Size of the finished HTML, including sections that only some visitors get. */
  readonly bytes: number
  readonly #filled = new Map<string, PageTemplate>()

  constructor(parts: readonly Part[]) {
    this.parts = parts
    this.names = [...new Set(parts.flatMap((part) => ('name' in part ? part.name : [])))].sort()
    this.bytes = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0)
  }

  /** Returns what of these values the page depends on, as a key. */
  keyOf(values: Values): string {
    return this.names.flatMap((name) => values[name] ?? []).join('|')
  }

  /**
   * Fills the slots of these values; those of other names stay open. The result is remembered, so this is for values that many
   * visitors have in common.
   * @throws if a section depends on a value that is missing
   */
  fillForMany(values: Values): PageTemplate {
    const key = this.keyOf(values)
    const known = this.#filled.get(key)
    if (known) return known
    const filled = new PageTemplate(joined(fill(this.parts, values)))
    if (this.#filled.size >= MOST_FILLED) this.#filled.clear()
    this.#filled.set(key, filled)
    return filled
  }

  /**
   * Returns the finished page for one visitor.
   * @throws if a value is missing
   */
  fill(values: Values): Piece[] {
    return fill(this.parts, values).map((part) => {
      if ('bytes' in part) return part
      throw new Error(`a page needs the value ${'name' in part ? part.name : 'of a section'}`)
    })
  }
}

function fill(parts: readonly Part[], values: Values): Part[] {
  const filled: Part[] = []
  let shown = true
  for (const part of parts) {
    if (!('bytes' in part) && part.slot === 'end') shown = true
    else if (!shown) continue
    else if ('bytes' in part) filled.push(part)
    else {
      const value = values[part.name]
      if (part.slot === 'when') {
        if (value === undefined) throw new Error(`a section of a page needs the value ${part.name}`)
        shown = value === part.value
      } else if (value === undefined) filled.push(part)
      else filled.push({ bytes: utf8.encode(part.slot === 'is' ? String(value === part.value) : escapeHtml(value)) })
    }
  }
  return filled
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
