import { expect, test } from 'vitest'
import type { Box } from '../text/set-line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

/** The middle of a dot of 3 points. */
const dot = (x: number, y: number): Box => ({
  x: (x - 1.5) / PAGE.width,
  y: (y - 1.5) / PAGE.height,
  width: 3 / PAGE.width,
  height: 3 / PAGE.height,
})
const bold = { bold: true as const }
const LINES = [
  line('What is in the bag', 100, 60, { size: 20, ...bold }),
  ...column('before', 100, 100, 20),
  line('Bread and cheese', 118, 346, bold),
  line('a knife that', 118, 358),
  line('cuts', 118, 370),
  line('a map', 118, 382),
  ...column('after', 100, 394, 20),
]
const htmlWith = (dots: Box[]) => findArticles(orderedPages([{ lines: LINES, dots, ...PAGE }]), [])[0]!.html

test('lines before which bullets are drawn are items with the lines below them, and none is a heading', () => {
  const html = htmlWith([352, 364, 388].map((y) => dot(110, y)))
  expect(html).toContain('<ul><li>Bread and cheese</li>\n<li>a knife that cuts</li>\n<li>a map</li></ul>\n<p>after1')
})

test.each([
  ['a dot alone', [dot(110, 364)]],
  ['dots at the height of no line', [358, 376, 394].map((y) => dot(110, y))],
  ['dots that do not stand below each other', [dot(110, 352), dot(106, 364), dot(102, 388)]],
  ['dots behind the lines', [352, 364, 388].map((y) => dot(400, y))],
])('%s makes no list', (_, dots) => expect(htmlWith(dots)).not.toContain('<li>'))

test('an address that runs out of its column into the next one is read in its column', () => {
  const address = line('https://www.example.org/a/very/long/address/that/nobody/divides/anywhere', 60, 172)
  const left = [...column('left', 60, 100, 6), address, ...column('below', 60, 184, 6)]
  const right = column('right', 300, 100, 13)
  const { pages } = orderedPages([{ lines: [...left, ...right], ...PAGE }])
  expect(pages[0]!.lines.map(({ line }) => line.words[0]![0])).toEqual([...left, ...right].map(({ words }) => words[0]![0]))
  expect(pages[0]!.lines.find(({ line }) => line === address)!.edges.right).toBeGreaterThan(300)
})
