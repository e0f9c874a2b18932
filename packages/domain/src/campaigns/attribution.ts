import { ownPath } from '../own-path.ts'

const names = ['utm_source', 'utm_medium', 'utm_content', 'utm_campaign', 'referrer'] as const
export type Attribution = Partial<Record<(typeof names)[number], string>>
/**
 * Maximum encoded length of one value, and of all together: a page adds them to each of its up to four hundred links.
 */
const LONGEST_VALUE_CHARACTERS = 100
const LONGEST_ATTRIBUTION_CHARACTERS = 200

/**
 * Returns the attribution in the address of a page: its own `utm_*` and `referrer`, otherwise those of the page that it
 * returns to. Links and forms carry it; it is not stored (ADR-0170).
 */
export function attributionIn(path: string): Attribution {
  const { searchParams } = new URL(path, 'http://own.invalid')
  const redirect = ownPath(searchParams.get('redirect'))
  const before = redirect ? new URL(redirect, 'http://own.invalid').searchParams : null
  const attribution: Attribution = {}
  let left = LONGEST_ATTRIBUTION_CHARACTERS
  for (const name of names) {
    const value = cut(searchParams.get(name) || before?.get(name) || '', Math.min(LONGEST_VALUE_CHARACTERS, left))
    if (!value) continue
    attribution[name] = value
    left -= encodedLength(value)
  }
  return attribution
}

/** Truncates a value so that its encoded form fits. */
function cut(value: string, longest: number): string {
  let end = 0
  let length = 0
  // No fitting value is longer than this, so the rest need not be encoded.
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

/** Paths that are not pages: their links need no attribution. */
const MACHINES = /^\/(?:\/|(?:api|assets|feeds|opds)\b|[^?#]*\.\w+(?:[?#]|$))/

/** Adds the attribution to an address; foreign addresses, files, and addresses with their own attribution are unchanged. */
export function withAttribution(address: string, attribution: Attribution, and = '&'): string {
  if (!address.startsWith('/') || MACHINES.test(address)) return address
  const missing = Object.entries(attribution).filter(([name]) => !address.includes(`${name}=`) && !address.includes(`${name}%3D`))
  if (missing.length === 0) return address
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(address)!
  const encoded = missing.map((each) => new URLSearchParams([each]).toString()).join(and)
  return `${path}${path.includes('?') ? and : '?'}${encoded}${hash}`
}

/** Adds the attribution to all links to our own pages in HTML: on the server, for browsers without JavaScript. */
export function linksWithAttribution(html: string, attribution: Attribution): string {
  if (Object.keys(attribution).length === 0) return html
  return html.replace(
    /(<a\b(?:[^>"]|"[^"]*")*?\shref=")(\/[^"]*)/g,
    (_, before: string, address: string) => before + withAttribution(address, attribution, '&amp;'),
  )
}
