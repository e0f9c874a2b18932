import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snippetParts } from './snippet.ts'

test('a snippet separates hits from the surrounding words', () => {
  expect(snippetParts('im <mark>Hafen</mark> von Fisch &amp; Brot')).toEqual([
    { text: 'im ', hit: false },
    { text: 'Hafen', hit: true },
    { text: ' von Fisch & Brot', hit: false },
  ])
})

test('a snippet strips every other tag, and keeps decoded markup as text', () => {
  expect(snippetParts('<img src=x onerror=alert(1)>a<script>b</script> &lt;b&gt;')).toEqual([{ text: 'ab <b>', hit: false }])
  expect(snippetParts('unfinished <ma')).toEqual([{ text: 'unfinished ', hit: false }])
  expect(snippetParts('&#x110000;&#65;&unknown;')).toEqual([{ text: 'A&unknown;', hit: false }])
})

test('a snippet restores escaped text', () => {
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
