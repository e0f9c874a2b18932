import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snippetParts } from './snippet.ts'

test('hits are told from the words around them', () => {
  expect(snippetParts('im <mark>Hafen</mark> von Fisch &amp; Brot')).toEqual([
    { text: 'im ', hit: false },
    { text: 'Hafen', hit: true },
    { text: ' von Fisch & Brot', hit: false },
  ])
})

test('no other tag survives, and what looks like one after decoding stays text', () => {
  expect(snippetParts('<img src=x onerror=alert(1)>a<script>b</script> &lt;b&gt;')).toEqual([{ text: 'ab <b>', hit: false }])
  expect(snippetParts('unfinished <ma')).toEqual([{ text: 'unfinished ', hit: false }])
  expect(snippetParts('&#x110000;&#65;&unknown;')).toEqual([{ text: 'A&unknown;', hit: false }])
})

test('any text that was escaped comes back as it was', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(
        snippetParts(escaped)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
