import { ownPath } from '../own-path.ts'

const names = ['utm_source', 'utm_medium', 'utm_content', 'utm_campaign', 'referrer'] as const
export type Trace = Partial<Record<(typeof names)[number], string>>
/**
 * Characters as they stand in an address, of one value and of all together: a page writes them into each of its links, up
 * to four hundred times.
 */
const LONGEST_VALUE = 100
const LONGEST_TRACE = 200

/**
 * Where a visitor came from, as the address of a page tells it: its own `utm_*` and `referrer`, else those of the page
 * that it leads back to. Travels in links and forms, is stored nowhere (decision 2).
 */
export function traceIn(path: string): Trace {
  const { searchParams } = new URL(path, 'http://own.invalid')
  const redirect = ownPath(searchParams.get('redirect'))
  const before = redirect ? new URL(redirect, 'http://own.invalid').searchParams : null
  const trace: Trace = {}
  let left = LONGEST_TRACE
  for (const name of names) {
    const value = cut(searchParams.get(name) || before?.get(name) || '', Math.min(LONGEST_VALUE, left))
    if (!value) continue
    trace[name] = value
    left -= encodedLength(value)
  }
  return trace
}

/** As much of a value as fits, encoded, into so many characters. */
function cut(value: string, longest: number): string {
  let end = 0
  let length = 0
  // No value that fits is longer than this; the rest of a long one is not looked at.
  for (const character of value.slice(0, longest)) {
    length += encodedLength(character)
    if (length > longest) break
    end += character.length
  }
  return value.slice(0, end)
}

function encodedLength(text: string): number {
  return new URLSearchParams([['', text]]).toString().length - 1
}

/** Paths that are no pages: what they answer leads nobody on. */
const MACHINES = /^\/(?:\/|(?:api|assets|feeds|opds)\b|[^?#]*\.\w+(?:[?#]|$))/

/** An address with the trace behind it; one of another house, of a file, or that tells for itself stays as it is. */
export function withTrace(address: string, trace: Trace, and = '&'): string {
  if (!address.startsWith('/') || MACHINES.test(address)) return address
  const missing = Object.entries(trace).filter(([name]) => !address.includes(`${name}=`) && !address.includes(`${name}%3D`))
  if (missing.length === 0) return address
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(address)!
  const told = missing.map((each) => new URLSearchParams([each]).toString()).join(and)
  return `${path}${path.includes('?') ? and : '?'}${told}${hash}`
}

/** HTML whose links to our own pages carry the trace, whoever made them: the server's part, for browsers without scripts. */
export function linksWithTrace(html: string, trace: Trace): string {
  if (Object.keys(trace).length === 0) return html
  return html.replace(
    /(<a\b(?:[^>"]|"[^"]*")*?\shref=")(\/[^"]*)/g,
    (_, before: string, address: string) => before + withTrace(address, trace, '&amp;'),
  )
}
