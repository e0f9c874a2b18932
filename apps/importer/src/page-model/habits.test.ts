import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { furnitureKey } from '../text/running-heads.ts'
import { findArticles } from './articles.ts'
import { type FontHabit, type Habits, NO_HABITS } from './habits.ts'
import { orderedPages } from './ordered-pages.ts'
import { line, PAGE } from './testing/printed-lines.ts'

const look = (size: number, font: string) => ({ size, style: { size: size / PAGE.height, font, italic: false, colour: 0 } })
const TITLE = look(24, 'ABCDEF+Display')
const SMALL = look(8, 'ABCDEF+Sans')
const MIDDLE = look(14, 'ABCDEF+Display')
const text = (name: string, y: number, count = 14): Line[] =>
  Array.from({ length: count }, (_, index) =>
    line(`${name} stands here in this line${index === count - 1 ? '.' : ''}`, 40, y + index * 12),
  )
const page = (lines: Line[]) => ({ ...PAGE, lines })
const read = (pages: ReturnType<typeof page>[], habits: Partial<Habits> = {}) =>
  findArticles(orderedPages(pages, habits.furniture), [], { ...NO_HABITS, ...habits })
const found = (pages: ReturnType<typeof page>[], habits: Partial<Habits> = {}) =>
  read(pages, habits).map(({ headline, byline, kicker = '' }) => [headline, byline, kicker])
const fonts = (entries: Record<string, Partial<FontHabit>>) => ({
  fonts: new Map(Object.entries(entries).map(([font, habit]) => [font, { found: {}, taught: {}, ...habit }])),
})

const SIGNED = [page([line('Bridges over the river', 40, 100, TITLE), line('Nerina', 40, 132, SMALL), ...text('Bridge', 160)])]

test('a word in the font of authors names them, after the words that a person left out; nothing else of that font does', () => {
  expect(found(SIGNED)).toEqual([['Bridges over the river', '', '']])
  const habits = fonts({ 'Sans 8': { taught: { byline: 5 } } })
  const [article] = read(SIGNED, habits)
  expect([article!.byline, article!.html.includes('Nerina')]).toEqual(['Nerina', false])
  const led = page([
    line('Bridges over the river', 40, 100, TITLE),
    line('Heard by Nerina', 40, 132, SMALL),
    ...text('Bridge', 160),
    line('Where it stands: Nowhere', 40, 360, SMALL),
  ])
  expect(found([led], { ...habits, leads: ['Heard by '] })).toEqual([['Bridges over the river', 'Nerina', '']])
  const sentence = page([
    line('Bridges over the river', 40, 100, TITLE),
    line('They are old.', 40, 132, SMALL),
    ...text('Bridge', 160),
  ])
  expect(found([sentence], habits)).toEqual([['Bridges over the river', '', '']])
  const dated = page([
    line('Bridges over the river', 40, 100, TITLE),
    line('Nowhere, 12 May 2026', 40, 132, SMALL),
    ...text('Bridge', 160),
  ])
  expect(found([dated], habits)).toEqual([['Bridges over the river', '', '']])
})

test('the font of the text says nothing, whatever was taught', () => {
  const plainText = [page([line('Bridges over the river', 40, 100, TITLE), line('Nerina', 40, 136), ...text('Bridge', 170)])]
  expect(found(plainText, fonts({ 'Serif 10': { taught: { byline: 25 } } }))).toEqual([['Bridges over the river', '', '']])
})

/** A story with crossheads, or two stories. */
const story = (count: number) => [
  page([
    line('Bridges over the river', 40, 60, TITLE),
    ...text('Bridge', 100, 8),
    ...Array.from({ length: count }, (_, index) => [
      line(`Markets number ${index}`, 40, 210 + index * 110, MIDDLE),
      ...text(`Market${index}`, 232 + index * 110, 6),
    ]).flat(),
  ]),
]
const headlines = (pages: ReturnType<typeof page>[], habits: Partial<Habits>) =>
  found(pages, habits).map(([headline]) => headline)
const UNITS = { 'Display 14': { found: { headline: 4 } } }

test('what is usual decides about a single heading, and many headings of this issue outweigh it', () => {
  expect(headlines(story(1), {})).toEqual(['Bridges over the river'])
  expect(headlines(story(1), fonts(UNITS))).toEqual(['Bridges over the river', 'Markets number 0'])
  expect(headlines(story(5), fonts(UNITS))).toEqual(['Bridges over the river'])
})

test('corrections by hand outweigh many headings of this issue', () => {
  expect(headlines(story(3), fonts({ 'Display 14': { found: { crosshead: 4 }, taught: { headline: 25 } } }))).toHaveLength(4)
})

test('a section of earlier issues is above a headline; without one it is the headline', () => {
  const above = [
    page([line('Towns', 40, 60, look(30, 'Display')), line('Bridges over the river', 40, 110, TITLE), ...text('Bridge', 150)]),
  ]
  const sections = { sections: new Set(['towns']) }
  expect(headlines(above, {})).toEqual(['Towns Bridges over the river'])
  expect(headlines(above, sections)).toEqual(['Bridges over the river'])
  expect(headlines([page([line('Towns', 40, 60, TITLE), ...text('Town', 100)])], sections)).toEqual(['Towns'])
})

test('a running head of earlier issues is one on a single page, if it is set in the same size', () => {
  const pages = [page([line('Country life', 40, 20, MIDDLE), line('Bridges', 40, 100, TITLE), ...text('Bridge', 140)])]
  const furniture = (size: number) => ({ furniture: new Map([[furnitureKey('head', 'Country life'), size]]) })
  const heads = (known: ReturnType<typeof furniture>) =>
    orderedPages(pages, known.furniture).pages[0]!.heads.map(({ line: { words } }) => words.map(([word]) => word).join(' '))
  expect(heads(furniture(14))).toEqual(['Country life'])
  expect(heads(furniture(18))).toEqual([])
})

test('what people dropped several times is no article', () => {
  expect(found(SIGNED, { dropped: new Set(['bridgesovertheriver']) })).toEqual([])
})
