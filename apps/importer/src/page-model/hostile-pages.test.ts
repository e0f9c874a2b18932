import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { findArticles } from './articles.ts'
import { linesOf, orderedPages } from './ordered-pages.ts'
import { tablesOf } from './tables.ts'
import { line, PAGE, shuffled } from './testing/printed-lines.ts'

/** A page must not occupy the importing process. Processor time is measured, because other tests run at the same time. */
const MOST_MS = 6000
/** Returns a function that returns the milliseconds of processor time since then. */
function stopwatch(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
}

const words = ['Anzeige', 'A', 'Fortsetzung auf Seite 3', 'der Schnee', '„Wir bleiben“', '12']
const at = (index: number, step: number, most: number) => (index * step) % most
const scattered = (count: number, size: (index: number) => number): Line[] =>
  Array.from({ length: count }, (_, index) =>
    line(words[index % words.length]!, at(index, 37.7, 560), at(index, 61.3, 780), {
      size: size(index),
      ...(index % 3 === 0 && { bold: true }),
    }),
  )

test.each([
  ['2,500 lines anywhere, in many sizes', scattered(2500, (index) => 4 + (index % 40))],
  ['8,000 words in a row', Array.from({ length: 8_000 }, (_, index) => line('w', at(index, 0.07, 590), 400, { size: 2 }))],
  ['8,000 words in a column', Array.from({ length: 8_000 }, (_, index) => line('W', 60, at(index, 0.09, 790), { size: 2 }))],
  [
    '2,900 lines in two hundred columns',
    Array.from({ length: 2900 }, (_, index) =>
      line('wort', (index % 200) * 2.9, Math.floor(index / 200) * 50, { size: 1 + (index % 9) }),
    ),
  ],
  [
    '2,900 addresses and lines that begin beside them',
    Array.from({ length: 2900 }, (_, index) =>
      line(index % 2 === 0 ? `www.example.org/${index}` : 'so it is', at(index, 37.7, 400), at(index, 61.3, 780), { size: 2 }),
    ),
  ],
  [
    '4,000 addresses',
    Array.from({ length: 4000 }, (_, index) =>
      line(`www.example.org/${index}`, at(index, 37.7, 400), at(index, 61.3, 780), { size: 2 }),
    ),
  ],
])('a page with %s is read in seconds, with all its words', (_, lines) => {
  const rules = Array.from({ length: 300 }, (_, index) => ({
    x: at(index, 0.013, 0.5),
    y: at(index, 0.029, 0.9),
    ...(index % 2 === 0 ? { width: 0.4, height: 0 } : { width: 0, height: 0.4 }),
  }))
  const elapsedMs = stopwatch()
  const model = orderedPages([{ ...PAGE, lines: shuffled(lines, 7), rules }])
  findArticles(model, [])
  expect(elapsedMs()).toBeLessThan(MOST_MS)
  const count = (all: Line[]) => all.reduce((sum, { words }) => sum + words.map(([text]) => text).join('').length, 0)
  expect(count(linesOf(model.pages[0]!))).toBe(count(lines))
})

test.each([
  ['aligned', 0],
  ['a little aside in each row', 0.4],
])('a grid of 62 × 62 numbers, %s, is read in seconds', (_, aside) => {
  const lines = Array.from({ length: 62 * 62 }, (_, index) => {
    const [row, column] = [Math.floor(index / 62), index % 62]
    return line('12', 10 + column * 9 + (row % 2) * aside, 10 + row * 12, { size: 5 })
  })
  const { pages } = orderedPages([{ ...PAGE, lines: [...lines], rules: [] }])
  const elapsedMs = stopwatch()
  tablesOf(pages[0]!)
  expect(elapsedMs()).toBeLessThan(4000)
})

test('pages with a thousand lines that look like notes at the foot are read in seconds', () => {
  const count = 1000
  const lines = [
    ...Array.from({ length: count }, (_, index) => line(`wort${index} geht weiter`, 40, 40 + at(index, 0.6, 600))),
    ...Array.from({ length: count }, (_, index) => line('1 Vgl', at(index, 0.5, 500), 760, { size: 6 })),
  ]
  const elapsedMs = stopwatch()
  orderedPages(Array.from({ length: 3 }, () => ({ ...PAGE, lines, rules: [] })))
  expect(elapsedMs()).toBeLessThan(MOST_MS)
})

test.each([
  ['a word of punctuation', `a${'!'.repeat(100_000)}a`, 10],
  ['a running head of digits', `Abendblatt${'1'.repeat(100_000)}a`, 6],
])('a page with %s as long as a page is read in seconds', (_, text, size) => {
  const lines = [
    line(text, 40, 20, { size }),
    ...Array.from({ length: 30 }, (_, index) => line('Schnee liegt hier', 40, 100 + index * 12)),
  ]
  const elapsedMs = stopwatch()
  const model = orderedPages([{ ...PAGE, lines, rules: [] }])
  findArticles(model, [])
  expect(elapsedMs()).toBeLessThan(MOST_MS)
})

test('an article with five hundred captions and without crossheads is read in seconds, each behind its paragraph', () => {
  const count = 250
  const halves = [0.1, 0.5]
  const pages = Array.from({ length: count }, (_, page) => ({
    ...PAGE,
    rules: [],
    pictures: halves.map((y) => ({ x: 40 / PAGE.width, y, width: 0.4, height: 0.2 })),
    lines: [
      ...(page === 0 ? [line('Orte am See', 40, 30, { size: 24 })] : []),
      ...halves.flatMap((y, half) => [
        line(`Bild ${page}-${half} am See`, 40, (y + 0.2) * PAGE.height + 6, { size: 7 }),
        ...Array.from({ length: 10 }, (_, index) =>
          line(
            `Ort${page}x${index} liegt am See und es ist dort kalt${index % 5 === 4 ? '.' : ''}`,
            40,
            (y + 0.2) * PAGE.height + 24 + index * 12,
          ),
        ),
      ]),
    ],
  }))
  const model = orderedPages(pages)
  const elapsedMs = stopwatch()
  const [article] = findArticles(model, [])
  expect(elapsedMs()).toBeLessThan(MOST_MS)
  const later = article!.html.match(/<em>Bild (?!0-)\d+-\d am See<\/em>/g)
  expect(later).toHaveLength((count - 1) * halves.length)
})
