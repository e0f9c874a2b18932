import { expect, test } from 'vitest'
import { findArticles } from '../page-model/articles.ts'
import { orderedPages } from '../page-model/ordered-pages.ts'
import type { Line, Word } from './line.ts'
import { paragraphs } from './paragraphs.ts'
import { setLines } from './set-line.ts'

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
  // A full line and a word in lower case belong together however far apart they are.
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
