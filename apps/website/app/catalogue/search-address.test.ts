import fc from 'fast-check'
import { expect, test } from 'vitest'
import { narrowingIn, searchAddress, searchTerm } from './search-address.ts'

function read(address: string): string | null {
  const url = new URL(address, 'https://kiosk.example')
  const segment = url.pathname.split('/')[2]
  return searchTerm(segment === undefined ? undefined : decodeURIComponent(segment), url.searchParams)
}

test('the path segment wins over the query', () => {
  expect(searchTerm('foo', new URLSearchParams('search=bar'))).toBe('foo')
  expect(searchTerm(undefined, new URLSearchParams('search=bar'))).toBe('bar')
  expect(searchTerm(undefined, new URLSearchParams('search=%20'))).toBeNull()
})

test('words that are paths of their own are searched by query', () => {
  expect(searchAddress('issuelinks')).toBe('/magazines?search=issuelinks')
  expect(searchAddress('Issues')).toBe('/magazines?search=Issues')
  expect(searchAddress('auto')).toBe('/magazines/auto')
})

test('whatever is searched for can be read back from its address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const term = searchTerm(typed, new URLSearchParams())
      if (term !== null) expect(read(searchAddress(term))).toBe(term)
    }),
  )
})

test('an endless term is cut to what the API takes', () => {
  expect(searchTerm('x'.repeat(5000), new URLSearchParams())).toHaveLength(200)
})

test('a narrowed search can be read back from its address, and nonsense narrows nothing', () => {
  const narrowing = { title: 'bergblick', language: 'de', from: '2025-01-01', to: '2026-02-28', order: 'best' } as const
  for (const term of ['auto', 'issues']) {
    const address = searchAddress(term, narrowing, 'm')
    expect(read(address)).toBe(term)
    const query = new URL(address, 'https://kiosk.example').searchParams
    expect(narrowingIn(query)).toEqual(narrowing)
    expect(query.get('after')).toBe('m')
  }
  expect(narrowingIn(new URLSearchParams('title=%3C&language=deutsch&from=2026-02-30&to=&order=x'))).toEqual({})
})
