import fc from 'fast-check'
import { expect, test } from 'vitest'
import { narrowingIn, searchAddress, searchTerm } from './search-address.ts'

function read(address: string): string | null {
  const url = new URL(address, 'https://kiosk.example')
  const segment = url.pathname.split('/')[2]
  return searchTerm(segment === undefined ? undefined : decodeURIComponent(segment), url.searchParams)
}

test('prefers the path segment over the query', () => {
  expect(searchTerm('foo', new URLSearchParams('search=bar'))).toBe('foo')
  expect(searchTerm(undefined, new URLSearchParams('search=bar'))).toBe('bar')
  expect(searchTerm(undefined, new URLSearchParams('search=%20'))).toBeNull()
})

test('searches for reserved path names by query', () => {
  expect(searchAddress('issuelinks')).toBe('/magazines?search=issuelinks')
  expect(searchAddress('Issues')).toBe('/magazines?search=Issues')
  expect(searchAddress('auto')).toBe('/magazines/auto')
})

test('parses every search term back from its address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const term = searchTerm(typed, new URLSearchParams())
      if (term !== null) expect(read(searchAddress(term))).toBe(term)
    }),
  )
})

test("cuts a long term to the API's limit", () => {
  expect(searchTerm('x'.repeat(5000), new URLSearchParams())).toHaveLength(200)
})

test('parses a narrowed search back from its address and ignores invalid filters', () => {
  const narrowing = { title: 'bergblick', language: 'de', from: '2025-01-01', to: '2026-02-28', order: 'newest' } as const
  for (const term of ['auto', 'issues']) {
    const address = searchAddress(term, narrowing, 'm')
    expect(read(address)).toBe(term)
    const query = new URL(address, 'https://kiosk.example').searchParams
    expect(narrowingIn(query)).toEqual(narrowing)
    expect(query.get('after')).toBe('m')
  }
  expect(narrowingIn(new URLSearchParams('title=%3C&language=deutsch&from=2026-02-30&to=&order=x'))).toEqual({})
})
