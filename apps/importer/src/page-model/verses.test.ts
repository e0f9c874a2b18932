import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

const HEADLINE = line('The lamp', 300, 60, { size: 20, bold: true })
const STANZAS = [
  ['The lamp is lit beside the gate', 'and no one comes', 'the moth has found it', 'late so late'],
  ['and what it sings', 'nobody hears but I', 'who went to bed too early', 'in a coat'],
]
const verses = (x: number, y: number, stanzas: readonly string[][] = STANZAS) =>
  stanzas.flatMap((lines, stanza) => lines.map((text, index) => line(text, x, y + 70 * stanza + 12 * index)))
const htmlOf = (stanzas: readonly string[][]) => stanzas.map((lines) => `<p>${lines.join('<br>\n')}</p>`).join('\n')
/** A page of text in two columns, the right one of which begins where the poem does on the other page. */
const TEXT_PAGE = [
  line('Another', 50, 60, { size: 20, bold: true }),
  ...column('left', 50, 100, 30),
  ...column('right', 300, 100, 30),
]

function articlesOn(...pages: Line[][]) {
  return findArticles(orderedPages(pages.map((lines) => ({ lines, ...PAGE }))), [])
}

test('each line of a poem stays a line, and its stanzas are paragraphs', () => {
  const wide = STANZAS.map((lines) => lines.map((text) => text.replace('late so late', 'and still it burns')))
  const [, poem] = articlesOn(TEXT_PAGE, [HEADLINE, ...verses(300, 100, wide)])
  expect(poem!.html).toBe(htmlOf(wide))
})

test('a poem within a text has lines, the text has none', () => {
  const page = [HEADLINE, ...column('before', 300, 100, 12), ...verses(320, 260), ...column('after', 300, 410, 12)]
  const [article] = articlesOn(page)
  expect(article!.html).toContain(htmlOf(STANZAS))
  expect(article!.html).toMatch(/^<p>before1 [^<]*<\/p>\n<p>The lamp/)
  expect(article!.html).toMatch(/late<\/p>\n<p>[\s\S]*<p>after1 [^<]*<\/p>$/)
})

test('a poem that is set centred has lines', () => {
  const stanzas = [STANZAS.flat()]
  const centred = stanzas[0]!.map((text, index) => {
    const { words } = line(text, 0, 0)
    const width = (words.at(-1)![1] + words.at(-1)![3]) * PAGE.width
    return line(text, 400 - width / 2, 100 + 12 * index)
  })
  expect(articlesOn([HEADLINE, ...centred])[0]!.html).toBe(htmlOf(stanzas))
})

/** Words set ragged: each line has as many as fit. */
function ragged(text: string, x: number, y: number, width: number): Line[] {
  const rows: string[] = ['']
  for (const word of text.split(' ')) {
    const next = rows.at(-1) === '' ? word : `${rows.at(-1)} ${word}`
    const { words } = line(next, 0, 0)
    const end = (words.at(-1)![1] + words.at(-1)![3]) * PAGE.width
    if (end <= width || rows.at(-1) === '') rows[rows.length - 1] = next
    else rows.push(word)
  }
  return rows.map((row, index) => line(row, x, y + 12 * index))
}

const TEXT =
  'when the last guests had gone the keeper lit the lamp again because he wanted to see how many of the moths that came to it every night would still be there and whether the largest of them had found its way to the window that he never closed before the first snow fell upon the roofs of the village below'

test('text that is set ragged goes on from line to line, also in a column that is narrower than elsewhere', () => {
  const [, article] = articlesOn(TEXT_PAGE, [HEADLINE, ...ragged(TEXT, 300, 100, 150)])
  expect(article!.html).toBe(`<p>${TEXT}</p>`)
})

test('text that flows around something is no poem', () => {
  const rows = ragged(TEXT, 300, 100, 240)
  const [first, second] = [rows.slice(0, 3), ragged(TEXT, 300, 136, 110).slice(6)]
  const even = second.map(({ words, ...more }) => {
    const end = words.at(-1)![1] + words.at(-1)![3]
    return {
      ...more,
      words: words.map(([text, x, ...box], index) => [text, index === words.length - 1 ? x + 410 / PAGE.width - end : x, ...box]),
    }
  }) as Line[]
  const [, article] = articlesOn(TEXT_PAGE, [HEADLINE, ...first, ...even])
  expect(article!.html).not.toContain('<br>')
})

test('sentences that end within the lines are no verses', () => {
  const lines = [
    'He lit it. The lamp was old',
    'and so. Nobody came',
    'to see it. The moth',
    'was late. He',
    'did not mind. He sat',
    'down',
  ]
  const [, article] = articlesOn(TEXT_PAGE, [
    HEADLINE,
    ...verses(300, 100, [lines]),
    line('and so on until the lamp went out at last.', 300, 300),
  ])
  expect(article!.html).not.toContain('<br>')
})

test('lines of a card and items of a list stay what they are', () => {
  const card = ['Author: Ida Lind', 'Contact: ida.lind@example.org by night', 'Place: Imst', 'Licence: all of it is free'].map(
    (text, index) => line(text, 300, 300 + 12 * index),
  )
  const items = ['• lamp', '• the window of the keeper', '• moth', '• coat'].map((text, index) =>
    line(text, 300, 400 + 12 * index),
  )
  const [, article] = articlesOn(TEXT_PAGE, [HEADLINE, ...column('text', 300, 100, 12), ...card, ...items])
  expect(article!.html).not.toContain('<br>')
  expect(article!.html).toContain('<ul><li>lamp</li>')
})

test('a deck that is set as verses has none of its lines in lists', () => {
  const deck = verses(300, 90, [STANZAS[0]!]).map((each) => ({ ...each, style: { ...each.style!, size: 11.2 / PAGE.height } }))
  const [, article] = articlesOn(TEXT_PAGE, [HEADLINE, ...deck, ...column('text', 300, 200, 20)])
  expect(article!.deck ?? '').not.toContain('\n')
})
