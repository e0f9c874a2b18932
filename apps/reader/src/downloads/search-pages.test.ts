import { expect, test } from 'vitest'
import type { Lines } from '../pages/page-text.ts'
import { searchPages } from './search-pages.ts'

const page = (page: number, ...lines: string[]): { page: number; lines: Lines } => ({
  page,
  lines: lines.map((line, row) => line.split(' ').map((word, at) => [word, at / 10, row / 10, 0.1, 0.05])),
})
const pages = [
  page(1, 'Der Gemüsegarten im Herbst,', 'mit Äpfeln und Bir-', 'nen aus dem Tal'),
  page(2, 'Les élèves préparent', 'une fête au château'),
  page(3, 'Reading the gardens', 'of <b>Vienna</b> & more'),
]
const found = (q: string) => searchPages(pages, q).map((hit) => hit.page)

test.each([
  ['garten', [1]],
  ['GARDEN', [3]],
  ['apfel', [1]],
  ['äpfel', [1]],
  ['apfeln', [1]],
  ['birnen', [1]],
  ['eleve', [2]],
  ['chateau fete', [2]],
  ['herbst fete', []],
  ['"mit Äpfeln"', [1]],
  ['"Äpfeln mit"', []],
  ['the -vienna', []],
  ['', []],
  ['!?', []],
])('finds %s on pages %j', (q, expected) => {
  expect(found(q)).toEqual(expected)
})

test('marks both parts of a hyphenated word', () => {
  expect(searchPages(pages, 'Birnen')[0]?.boxes).toEqual([
    [0.3, 0.1, 0.1, 0.05],
    [0, 0.2, 0.1, 0.05],
  ])
})

test('a snippet marks the hit and escapes the page’s text', () => {
  const [hit] = searchPages(pages, 'vienna')
  expect(hit?.snippet).toBe('Reading the gardens of <mark>&lt;b&gt;Vienna&lt;/b&gt;</mark> &amp; more')
})
