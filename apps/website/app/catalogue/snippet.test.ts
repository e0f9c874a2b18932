import { expect, test } from 'vitest'
import { snippetParts } from './snippet.ts'

test('separates hits from the surrounding text', () => {
  expect(snippetParts('Der <mark>Gletscher</mark> &amp; das Tal')).toEqual([
    { text: 'Der ', hit: false },
    { text: 'Gletscher', hit: true },
    { text: ' & das Tal', hit: false },
  ])
})

test('drops all markup except mark', () => {
  expect(snippetParts('a<img src=x onerror=alert(1)>b<mark onclick=x>c</mark>&lt;script&gt;')).toEqual([
    { text: 'a', hit: false },
    { text: 'b', hit: false },
    { text: 'c', hit: false },
    { text: '<script>', hit: false },
  ])
})

test('drops entities without a character', () => {
  expect(
    snippetParts('x&#0;y&#39;z&#x27;&unknown;')
      .map(({ text }) => text)
      .join(''),
  ).toBe("xy'z'&unknown;")
})
