import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { type Box, setLines } from '../text/set-line.ts'
import { findArticles } from './articles.ts'
import { blockOf } from './blocks.ts'
import { edgesOf } from './geometry.ts'
import { orderedPages } from './ordered-pages.ts'
import { line, PAGE } from './testing/printed-lines.ts'
import { joinHeadlines } from './witnesses.ts'

const look = (size: number, font: string) => ({ size, style: { size: size / PAGE.height, font, italic: false, colour: 0 } })
const SECTION = look(24, 'Display')
const TITLE = look(16, 'Display')
const SIGNED = look(9, 'Sans-Bold')
const text = (name: string, y: number, count = 14): Line[] =>
  Array.from({ length: count }, (_, index) =>
    line(`${name} stands here in this line${index === count - 1 ? '.' : ''}`, 40, y + index * 12),
  )
const article = (title: string, name: string, y: number, by: string | null = null) => [
  line(title, 40, y, TITLE),
  ...(by ? [line(by, 40, y + 22, SIGNED)] : []),
  ...text(name, y + 40),
]
const page = (lines: Line[], rules: Box[] = []) => ({ ...PAGE, lines, rules })
const found = (pages: ReturnType<typeof page>[]) =>
  findArticles(orderedPages(pages), []).map(({ headline, byline, firstPage }) => [headline, byline, firstPage])

const COVER = page([line('The Evening Line', 100, 60, look(48, 'Display')), line('Number Seven', 100, 700, SECTION)])
/** A page without the word "contents", with sections and titles in two styles. */
const LIST = page([
  line('Jo', 40, 40, SECTION),
  ...[
    'Towns',
    '- Bridges over the river',
    '- Markets in the morning',
    'Country',
    '- Lakes without any ice',
    '- Woods that nobody of us owns',
  ].map((entry, index) =>
    line(entry.replace('- ', ''), 80, 100 + index * 20, entry.startsWith('-') ? look(8, 'Serif') : look(10, 'Display')),
  ),
])
const STORIES = [
  page([line('Towns', 300, 20, SECTION), ...article('Bridges over the river', 'Bridge', 60)]),
  page(article('Markets in the morning', 'Market', 60)),
  page([line('Country', 300, 20, SECTION), ...article('Lakes without any ice', 'Lake', 60)]),
  page(article('Woods that nobody of us owns', 'Wood', 60)),
]

test('a cover, a page that lists the headings of others, and the names of sections are no articles', () => {
  expect(found([COVER, LIST, ...STORIES])).toEqual([
    ['Bridges over the river', '', 3],
    ['Markets in the morning', '', 4],
    ['Lakes without any ice', '', 5],
    ['Woods that nobody of us owns', '', 6],
  ])
})

test('a column that lists the headings of other pages is no article, and what is beside it is one', () => {
  const titles = ['Bridges over the river', 'Markets in the morning', 'Lakes without any ice', 'Woods that nobody of us owns']
  const beside = [
    line('Welcome to the line', 40, 40, TITLE),
    ...text('Greeting', 70, 20),
    line('– Ida Lind', 40, 320, { ...look(14, 'Serif-Bold'), bold: true }),
  ]
  const list = titles.flatMap((title, index) => [
    ...(index % 2 === 0 ? [line(['Town', 'Land'][index / 2]!, 262, 80 + index * 40, { ...SIGNED, bold: true })] : []),
    line(String(index + 3), 290, 80 + index * 40),
    line(title, 310, 80 + index * 40),
  ])
  const [first, ...others] = findArticles(
    orderedPages([
      COVER,
      page([...beside, line('Jo', 290, 40, SECTION), ...list]),
      ...titles.map((title) => page(article(title, title.split(' ')[0]!, 60))),
    ]),
    [],
  )
  expect(first).toMatchObject({ headline: 'Welcome to the line', byline: 'Ida Lind', firstPage: 2 })
  expect(first!.html).not.toMatch(/Town|Land|>\d|<h/)
  expect(others.map(({ headline }) => headline)).toEqual(titles)
})

test('a heading that the text repeats begins an article if the contents page lists it', () => {
  const repeated = page([
    ...article('Woods that nobody of us owns', 'Wood', 60),
    line('about the Woods that nobody of us owns', 40, 270),
  ])
  const headlines = found([COVER, LIST, ...STORIES.slice(0, 3), repeated]).map(([headline]) => headline)
  expect(headlines.at(-1)).toBe('Woods that nobody of us owns')
})

test('authors of a paper can fill several lines, and be named in the headline', () => {
  const authors = [
    line('Ida Lind1, Jo Steg2, Mara Auer3, Eva Roth1,', 40, 90, SIGNED),
    line('Ed Stone1 and Karl Berg2', 40, 102, SIGNED),
  ]
  const paper = page([line('Bridges over the river', 40, 60, TITLE), ...authors, ...text('Bridge', 130)])
  expect(found([paper]).map(([, byline]) => byline)).toEqual(['Ida Lind, Jo Steg, Mara Auer, Eva Roth, Ed Stone and Karl Berg'])
  const interview = page(article('An interview with Ida Lind', 'Lake', 60, 'Ida Lind'))
  expect(found([interview]).map(([, byline]) => byline)).toEqual(['Ida Lind'])
})

test('a first page with text is no cover', () => {
  expect(found([STORIES[1]!, STORIES[3]!]).map(([headline]) => headline)).toEqual([
    'Markets in the morning',
    'Woods that nobody of us owns',
  ])
})

test('a word before names below several headlines means "by", in any language', () => {
  const signed = (title: string, name: string, by: string) => page(article(title, name, 60, by))
  const pages = [
    signed('Bridges over the river', 'Bridge', 'tan jan Ida Lind'),
    signed('Markets in the morning', 'Market', 'tan jan Jo'),
    signed('Lakes without any ice', 'Lake', 'tan kulupu Berg'),
    signed('Roofs made of straw', 'Roof', 'tan jan Mara'),
    signed('Woods that nobody of us owns', 'Wood', 'A walk to the north'),
  ]
  expect(found(pages).map(([, byline]) => byline)).toEqual(['jan Ida Lind', 'jan Jo', 'kulupu Berg', 'jan Mara', ''])
  const decks = ['how the town builds', 'how to swim in winter', 'how we walk'].map((deck, index) =>
    signed(`Another story ${'abc'[index]}`, 'Story', deck),
  )
  expect(found(decks).map(([, byline]) => byline)).toEqual(['', '', ''])
})

test('such a line is found beside a headline and further below it, too, with what is below the names', () => {
  const by = look(12, 'Display')
  const beside = (title: string, name: string, lines: string[]) =>
    page([
      line(title, 40, 60, TITLE),
      ...lines.map((text, index) => line(text, 330, 62 + index * 14, by)),
      ...text(name, 130),
      ...text(`${name} again`, 130).map((each) => ({
        ...each,
        words: each.words.map(([word, x, ...rest]) => [word, x + 0.48, ...rest]),
      })),
    ] as Line[])
  const below = (title: string, name: string, author: string, y = 84) =>
    page([line(title, 40, 60, TITLE), line(author, 40, y, by), ...text(name, 130)])
  const pages = [
    below('Bridges over the river', 'Bridge', 'tan jan Lind'),
    below('Markets in the morning', 'Market', 'tan jan Jo'),
    below('Lakes without any ice', 'Lake', 'tan jan Berg'),
    below('Roofs made of straw', 'Roof', 'tan jan Mara', 112),
    beside('Woods that nobody owns', 'Wood', ['tan jan Ida', 'sitelen li tan jan Eva']),
  ]
  const html = findArticles(orderedPages(pages), []).at(-1)!.html
  expect(html).toContain('<p><em>sitelen li tan jan Eva</em></p>')
  expect(found(pages).map(([headline, byline]) => [headline, byline])).toEqual([
    ['Bridges over the river', 'jan Lind'],
    ['Markets in the morning', 'jan Jo'],
    ['Lakes without any ice', 'jan Berg'],
    ['Roofs made of straw', 'jan Mara'],
    ['Woods that nobody owns', 'jan Ida'],
  ])
})

test('one name before a date is an author where other headlines have such lines, and otherwise a place', () => {
  const dated = (title: string, name: string, by: string) => page(article(title, name, 60, by))
  const lind = dated('Soap made at home', 'Soap', 'Lind · 2013-08-01 · kitchen')
  const others = [
    dated('Bridges over the river', 'Bridge', 'Ida Lind · 2013-08-01 · rivers'),
    dated('Markets in the morning', 'Market', 'Jo Steg · 2013-08-01 · towns'),
  ]
  expect(found([...others, lind]).map(([, byline]) => byline)).toEqual(['Ida Lind', 'Jo Steg', 'Lind'])
  expect(found([others[0]!, lind]).map(([, byline]) => byline)).toEqual(['Ida Lind', ''])
})

test('a headline that the edge of a frame divides is one, and the mark of a note is no part of it', () => {
  const frame = [
    { x: 30 / 600, y: 318 / 800, width: 300 / 600, height: 0 },
    { x: 30 / 600, y: 700 / 800, width: 300 / 600, height: 0 },
    { x: 30 / 600, y: 318 / 800, width: 0, height: 382 / 800 },
    { x: 330 / 600, y: 318 / 800, width: 0, height: 382 / 800 },
  ]
  const lines = [
    ...article('Markets in the morning', 'Market', 60),
    line('Lakes without', 40, 300, TITLE),
    line('any ice1', 40, 320, TITLE),
    ...text('Lake', 350),
    line('1 There was some in March.', 40, 540),
  ]
  expect(found([page(lines, frame)]).map(([headline]) => headline)).toEqual(['Markets in the morning', 'Lakes without any ice'])
})

test('an entry of the outline for the cover is no article, and its titles can have characters as in HTML', () => {
  const entry = (headline: string, page: number) => ({ headline, page, level: 0, top: null, y: null })
  const cover = page([line('The Evening Line', 100, 60, look(48, 'Display')), ...text('Cover', 300)])
  const story = page(article('Bridges – over the river', 'Bridge', 60))
  const articles = findArticles(orderedPages([cover, story]), [entry('Cover', 1), entry('Bridges &mdash; over the river', 2)])
  expect(articles.map(({ headline }) => headline)).toEqual(['Bridges – over the river'])
})

test.each([
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [1, 2, 0],
])('a headline in three columns is joined without losing a line, whatever their order: %i, %i, %i', (...order) => {
  const lines = ['Bridges', 'over the', 'river'].map((words, column) => {
    const set = setLines([line(words, 40, 60 + column * 20, TITLE)], 1, PAGE.height)[0]!
    const placed = { ...set, edges: edgesOf(set.box, PAGE), column, frame: null }
    return { ...blockOf([placed], false), role: 'headline' as const }
  })
  const blocks = order.map((at) => lines[at]!)
  joinHeadlines([blocks])
  expect(blocks.map(({ text }) => text)).toEqual(['Bridges over the river'])
})
