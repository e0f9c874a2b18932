import { expect, test } from 'vitest'
import { orderedPages } from '../page-model/ordered-pages.ts'
import type { Line, Word } from './line.ts'
import { runningHeads } from './running-heads.ts'
import { setLines } from './set-line.ts'

const PAGE = 1000
const BODY = 10

test('a small title alone above the text of most pages is a running head, whatever it says', () => {
  const page = (title: string) => {
    const words = (text: string, top: number, size: number): Line => ({
      words: [[text, 0.1, top, 0.2, size / PAGE]],
      joins: false,
      style: { size: size / PAGE, font: 'Serif', italic: false, colour: 0 },
    })
    const text = Array.from({ length: 20 }, (_, index) => words('Text', 0.13 + index * 0.013, BODY))
    return { width: PAGE, height: PAGE, lines: [words(title, 0.1, 7), ...text] }
  }
  const { pages } = orderedPages([page('Kultur'), page('Sport'), page('Reise')])
  expect(pages.map(({ heads }) => heads.map(({ line }) => line.words[0]![0]))).toEqual([['Kultur'], ['Sport'], ['Reise']])
  expect(pages.every(({ lines }) => lines.length === 20)).toBe(true)
})

test('a small foot at the same place of two pages in a row is a running foot, also in an issue of many pages', () => {
  const at = (text: string, y: number, size: number): Line => ({
    words: text.split(' ').map((word, index): Word => [word, 0.1 + index * 0.05, y, 0.04, size / PAGE]),
    joins: false,
  })
  const page = (...feet: Line[]) => [
    ...Array.from({ length: 20 }, (_, row) => at('Der Weg zur Hütte am See', 0.2 + row * 0.02, BODY)),
    ...feet,
  ]
  const foot = at('Huber (2025). Wege zu den Hütten am See, 8 (87), 261.', 0.95, 8)
  const note = at('Gezählt werden nur Nächte im Haus am See.', 0.95, 8)
  const pages = [page(foot), page(foot), page(note), ...Array.from({ length: 9 }, () => page()), page(note)]
  const heads = runningHeads(pages.map((lines, index) => setLines(lines, index + 1, PAGE)))
  expect([...heads].map((each) => each.page)).toEqual([1, 2])
})
