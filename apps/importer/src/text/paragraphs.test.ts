import { expect, test } from 'vitest'
import { findArticles } from '../page-model/articles.ts'
import { orderedPages } from '../page-model/ordered-pages.ts'
import type { Line } from '../pdf/read-words.ts'
import type { Word } from '../pdf/spaced-words.ts'
import { paragraphs, runningHeads, setLines } from './paragraphs.ts'

const PAGE = 1000
const BODY = 10
let y = 0.2
/** Returns a line below the previous one. */
function line(text: string, { bold, size = BODY }: { bold?: true; size?: number } = {}): Line {
  y += 0.013
  const words = text.split(' ').map((word, at): Word => [word, 0.1 + at * 0.05, y, 0.04, size / PAGE])
  y += (size - BODY) / PAGE
  return { words, joins: false, ...(bold && { bold }) }
}
const paragraphsFrom = (...lines: Line[]) =>
  paragraphs(setLines(lines, 1, PAGE), BODY).map(({ text, heading }) => [text, heading])

test('a few words in bold between paragraphs are a heading, even in the size of the text', () => {
  expect(
    paragraphsFrom(
      line('Der Schaffner kennt jede Brücke.'),
      line('Bahn', { bold: true }),
      line('Am Abend riecht'),
      line('die Luft nach Salz.'),
    ),
  ).toEqual([
    ['Der Schaffner kennt jede Brücke.', false],
    ['Bahn', true],
    ['Am Abend riecht die Luft nach Salz.', false],
  ])
})

test('more space than between other lines ends a paragraph after a sentence, not within one', () => {
  const lines = [line('Die Stube ist warm.'), line('Der Ofen brennt'), line('seit dem Morgen.')]
  y += 0.006
  lines.push(line('Draußen schneit es'))
  y += 0.006
  lines.push(line('ohne Ende.'), line('Niemand geht hinaus.'))
  expect(paragraphsFrom(...lines)).toEqual([
    ['Die Stube ist warm. Der Ofen brennt seit dem Morgen.', false],
    ['Draußen schneit es ohne Ende. Niemand geht hinaus.', false],
  ])
})

test('a line apart from one that has room for its first word begins a paragraph, whatever ends the one before', () => {
  const full = () => line('Ida Lind und Mara Auer, der lange Weg')
  const lines = [full(), line('ins Tal. Hall 1985')]
  y += 0.006
  lines.push(line('Jo Moos, das Eis. Graz 2012'))
  y += 0.006
  lines.push(line('Ola Berg, der See. Linz 2013, auf https://www.example.org/see.pdf'))
  y += 0.006
  // A full line, and a word in lower case, go on however far apart they are.
  lines.push(full())
  y += 0.006
  lines.push(line('Berg und Tal und'))
  y += 0.006
  lines.push(line('mehr'), full(), full(), full(), full(), full())
  expect(paragraphsFrom(...lines).map(([text]) => text)).toEqual([
    'Ida Lind und Mara Auer, der lange Weg ins Tal. Hall 1985',
    'Jo Moos, das Eis. Graz 2012',
    'Ola Berg, der See. Linz 2013, auf https://www.example.org/see.pdf',
    `Ida Lind und Mara Auer, der lange Weg Berg und Tal und mehr${' Ida Lind und Mara Auer, der lange Weg'.repeat(5)}`,
  ])
})

test('bold print within a sentence does not split it', () => {
  expect(paragraphsFrom(line('Wir fuhren mit der'), line('Arlbergbahn', { bold: true }), line('bis zum Meer.'))).toEqual([
    ['Wir fuhren mit der Arlbergbahn bis zum Meer.', false],
  ])
})

test('a pull quote that repeats a sentence is removed', () => {
  const sentence = 'Wer zuletzt kommt, bekommt das bessere Zimmer.'
  const body = Array.from({ length: 12 }, () => line('Hinter der letzten Kehre liegt das Dorf und wartet.'))
  const article = (headline: string) => [
    line(headline, { size: 24 }),
    line(sentence),
    ...body,
    line(sentence, { size: 16 }),
    line('Danach ging es weiter.'),
  ]
  const pages = ['Erste Seite', 'Hütten im Schnee', 'Häuser am See'].map((headline) => {
    y = 0.2
    return { lines: article(headline), width: PAGE, height: PAGE }
  })
  const outline = [2, 3].map((page) => ({
    headline: ['Hütten im Schnee', 'Häuser am See'][page - 2]!,
    page,
    level: 1,
    top: null,
    y: null,
  }))
  const articles = findArticles(orderedPages(pages), outline)
  for (const { html } of articles) expect(html.split(sentence)).toHaveLength(2)
  expect(articles.map(({ headline }) => headline)).toEqual(['Erste Seite', 'Hütten im Schnee', 'Häuser am See'])
})

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

test('an address that is divided behind a sign that ends sentences goes on in the next line, which is indented', () => {
  const indented = (text: string) => {
    const { words, ...rest } = line(text)
    return { ...rest, words: words.map(([word, x, ...box]): Word => [word, x + 0.02, ...box]) }
  }
  expect(paragraphsFrom(line('Mehr: https://example.org/buch?'), indented('seite=3'))).toEqual([
    ['Mehr: https://example.org/buch?seite=3', false],
  ])
  expect(paragraphsFrom(line('Kennen Sie www.example.org/buch?'), indented('Wir schon.'))).toHaveLength(2)
})
