import { expect, test } from 'vitest'
import { snippetParts } from './snippet.ts'

test('hits are told from the words around them', () => {
  expect(snippetParts('Der <mark>Gletscher</mark> &amp; das Tal')).toEqual([
    { text: 'Der ', hit: false },
    { text: 'Gletscher', hit: true },
    { text: ' & das Tal', hit: false },
  ])
})

test('markup other than the mark never comes through', () => {
  expect(snippetParts('a<img src=x onerror=alert(1)>b<mark onclick=x>c</mark>&lt;script&gt;')).toEqual([
    { text: 'a', hit: false },
    { text: 'b', hit: false },
    { text: 'c', hit: false },
    { text: '<script>', hit: false },
  ])
})

test('entities without a character are left out', () => {
  expect(
    snippetParts('x&#0;y&#39;z&#x27;&unknown;')
      .map(({ text }) => text)
      .join(''),
  ).toBe("xy'z'&unknown;")
})
