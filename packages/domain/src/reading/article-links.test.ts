import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isWithinIssue,
  linkedNote,
  linkedNotePlace,
  linkedPage,
  noteLink,
  notePlace,
  pageLink,
  safeLink,
  writtenAddress,
} from './article-links.ts'

test.each([
  ['https://example.org', 'https://example.org/'],
  ['HTTP://Example.org/a b?q=1#x', 'http://example.org/a%20b?q=1#x'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  [`https://example.org/"><script>'`, 'https://example.org/%22%3E%3Cscript%3E%27'],
  ['mailto:Redaktion@example.org?subject=x&bcc=y@example.org', 'mailto:Redaktion@example.org'],
  ['tel:+43 (1) 234-56', 'tel:+43123456'],
  ['#page=12', '#page=12'],
  ['#note=3', '#note=3'],
  ['#noteref=12', '#noteref=12'],
])('%s is allowed', (href, normal) => {
  expect(safeLink(href)).toBe(normal)
})

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' jAvAsCrIpT:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://example.org/1',
  'intent://example.org#Intent;end',
  'ftp://example.org/',
  '//example.org/',
  '/account/delete',
  'https:example.org',
  'https:/\\example.org',
  'https://user:secret@example.org/',
  'https://example.org@evil.example/',
  'https://localhost/',
  'https://router.local/',
  'https://10.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://exam\u202eple.org/',
  'mailto:a@b',
  'mailto:a@example.org,b@example.org',
  'tel:1',
  'tel:*#06#',
  '#page=0',
  '#note=0',
  '#note=1000',
  '#noteref=a',
  '#top',
  `https://example.org/${'a'.repeat(2000)}`,
  '',
])('%j is not allowed', (href) => {
  expect(safeLink(href)).toBeNull()
})

test('what is allowed is in one of the forms, stays as it is when it is looked at again, and needs no escaping but of &', () => {
  const scheme = fc.constantFrom(
    'https://',
    'http://',
    'mailto:',
    'tel:',
    'javascript:',
    'data:',
    '#page=',
    'https://www.example.org/',
  )
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary' }), (start, rest) => {
      const href = safeLink(start + rest)
      if (href === null) return
      expect(href).toMatch(/^(https?:\/\/|mailto:|tel:|#page=|#note=|#noteref=)[^\s"'<>`\\]*$/)
      expect(safeLink(href)).toBe(href)
    }),
    { numRuns: 500 },
  )
})

test('pages of the issue', () => {
  expect(linkedPage(pageLink(7))).toBe(7)
  expect(linkedPage('https://example.org/#page=7')).toBeNull()
})

test('notes of the article, and the places that refer to them', () => {
  expect([linkedNote(noteLink(7)), linkedNotePlace(notePlace(7))]).toEqual([7, 7])
  expect([linkedNote(notePlace(7)), linkedNotePlace(noteLink(7)), linkedPage(noteLink(7))]).toEqual([null, null, null])
  expect(['#page=1', noteLink(1), notePlace(1), 'https://example.org/#note=1'].map(isWithinIssue)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test.each([
  ['www.example.org', 'www.example.org', 'https://www.example.org/'],
  ['(https://example.org/a_(b)).', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['„www.example.org/wege“,', 'www.example.org/wege', 'https://www.example.org/wege'],
  ['[12]https://example.org/wege', 'https://example.org/wege', 'https://example.org/wege'],
  ['https://example.org/?a=1&b=2;', 'https://example.org/?a=1&b=2', 'https://example.org/?a=1&b=2'],
])('%s is an address', (word, text, href) => {
  expect(writtenAddress(word)).toEqual({ text, href })
})

test.each([
  'example.org',
  'www.',
  'www.example',
  'https://',
  'usw.www',
  'u.a.',
  'https://example',
  'http://10.0.0.1/',
  'wwww.example.org',
])('%s is no address', (word) => {
  expect(writtenAddress(word)).toBeNull()
})

test('dots that fill a line are looked at once, not once for each of them', () => {
  const began = performance.now()
  expect(writtenAddress(`www.${'.'.repeat(100_000)}x`)).toBeNull()
  expect(performance.now() - began).toBeLessThan(20_000)
})
