import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import type { LayoutRole } from '../text/set-line.ts'
import { findArticles, rolesOf } from './articles.ts'
import { type LayoutBox, seenIn } from './layout-witness.ts'
import { linesOf, orderedPages, type ReadPage } from './ordered-pages.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

const TITLE = line('Die Hirten kehren heim', 60, 120, { size: 24 })
/** A line like those of the text. */
const plainLine = (text: string, y: number, x = 60) => line(text, x, y)
const PICTURE = { x: 300 / PAGE.width, y: 200 / PAGE.height, width: 0.4, height: 0.25 }
const TEXT = column('Reif', 60, 160, 20)
/** A caption that cannot be distinguished from the text: it has the same font and size. */
const CAPTION = plainLine('Hirten auf der Alm im Oktober', 404, 300)
/** A short line of the text's font above more text. */
const HEADING = plainLine('Der Weg ins Tal', 424)
const MORE = column('Schnee', 60, 450, 20)
const HEAD = plainLine('Almzeit im Oktober', 20)
const NOTE = plainLine('* Gemeint sind die Hirten der Alm', 760)
const LINES = [HEAD, TITLE, ...TEXT, CAPTION, HEADING, ...MORE, NOTE]

/** Returns a box around lines, some points wider. */
function around(lines: Line[], role: LayoutRole | null, score = 0.9): LayoutBox {
  const words = lines.flatMap((each) => each.words)
  const [x, y] = [Math.min(...words.map(([, left]) => left)), Math.min(...words.map(([, , top]) => top))]
  const right = Math.max(...words.map(([, left, , width]) => left + width))
  const bottom = Math.max(...words.map(([, , top, , height]) => top + height))
  const room = 0.004
  return {
    x: x - room,
    y: y - room,
    width: right - x + 2 * room,
    height: bottom - y + 2 * room,
    label: String(role),
    role,
    score,
  }
}

const pageWith = (layout: LayoutBox[], lines = LINES): ReadPage => ({ ...PAGE, lines, pictures: [PICTURE], layout })
const wordsOf = (lines: readonly Line[]) => lines.flatMap(({ words }) => words.map(([text]) => text)).join(' ')
/** Returns the role of the block that begins with some words. */
function roleOf(start: string, layout: LayoutBox[], lines = LINES): string | undefined {
  const { blocks } = rolesOf(orderedPages([pageWith(layout, lines)]), [])
  return blocks.flat().find(({ text }) => text.startsWith(start))?.role
}

test.each([
  ['a caption in the font of the text', CAPTION, 'caption', 'caption'],
  ['a running head of one page', HEAD, 'furniture', 'furniture'],
  ['a short line within text', HEADING, 'heading', 'crosshead'],
  ['a short line within text that is a title', HEADING, 'headline', 'headline'],
] as const)('%s is text, unless a model sees what it is', (_, each, seen, role) => {
  const start = wordsOf([each])
  expect(roleOf(start, [])).toBe('body')
  expect(roleOf(start, [around([each], seen)])).toBe(role)
  // The model is not sure, sees nothing that matters, or contradicts itself.
  expect(roleOf(start, [around([each], seen, 0.55)])).toBe('body')
  expect(roleOf(start, [around([each], null)])).toBe('body')
  expect(roleOf(start, [around([each], seen), around([each], 'text', 0.85)])).toBe('body')
  expect(roleOf(start, [around([each], seen), around([each], 'text', 0.7)])).toBe(role)
})

test('no word of a page is lost, and none moves, whatever a model sees', () => {
  const all = wordsOf(linesOf(orderedPages([pageWith([])]).pages[0]!))
  for (const role of ['headline', 'heading', 'caption', 'footnote', 'table', 'list', 'furniture', 'picture', 'text'] as const) {
    const model = orderedPages([pageWith([{ x: 0, y: 0, width: 1, height: 1, label: role, role, score: 1 }])])
    expect(wordsOf(linesOf(model.pages[0]!))).toBe(all)
    const { blocks } = rolesOf(model, [])
    expect(
      blocks
        .flat()
        .map(({ text }) => text)
        .join(' ')
        .split(' ')
        .sort(),
    ).toEqual(all.split(' ').sort())
  }
})

test.each(['headline', 'heading', 'caption', 'furniture', 'footnote', 'list', 'table'] as const)(
  'a model that sees a %s everywhere changes neither headlines nor the columns of the text',
  (role) => {
    const layout = [TITLE, ...TEXT, ...MORE].map((each) => around([each], role))
    expect(roleOf(wordsOf([TITLE]), layout)).toBe('headline')
    expect(roleOf('Reif1', layout)).toBe('body')
    expect(roleOf('Schnee1', layout.slice(0, -1))).toBe('body')
  },
)

test('what the rules have found stays, whatever a model sees', () => {
  const small = line('Hirten auf der Alm im Oktober', 300, 404, { size: 8 })
  const lines = LINES.map((each) => (each === CAPTION ? small : each))
  for (const role of ['headline', 'furniture', 'text'] as const)
    expect(roleOf('Hirten', [around([small], role, 1)], lines)).toBe('caption')
})

test('a caption is near a picture, and a running head at the edge of the page', () => {
  expect(roleOf('Almzeit', [around([HEAD], 'caption')])).toBe('body')
  expect(roleOf('Der Weg', [around([HEADING], 'furniture')])).toBe('body')
  // A picture that only the model sees counts as well.
  const far = plainLine('Hirten auf der Alm im Oktober', 560, 300)
  const lines = LINES.map((each) => (each === CAPTION ? far : each))
  const picture: LayoutBox = { x: 0.5, y: 0.5, width: 0.4, height: 0.18, label: 'Picture', role: 'picture', score: 0.9 }
  expect(roleOf('Hirten', [around([far], 'caption')], lines)).toBe('body')
  expect(roleOf('Hirten', [around([far], 'caption'), picture], lines)).toBe('caption')
})

test('a line of which a box holds only a part is not seen', () => {
  const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.02 }
  const half: LayoutBox = { ...box, width: 0.15, label: 'Title', role: 'headline', score: 1 }
  expect(seenIn(box, [half])).toBeUndefined()
  expect(seenIn(box, [{ ...half, width: 0.17 }])).toBe('headline')
})

const html = (lines: Line[], layout: LayoutBox[]) =>
  findArticles(orderedPages([{ ...PAGE, lines, layout }]), [])
    .map((article) => article.html)
    .join('')

test('a note as large as the text, with a star, is a footnote where a model sees it', () => {
  const note = plainLine('* Gemeint sind die Hirten der Alm', 424)
  const lines = [TITLE, ...TEXT, note, ...column('Schnee', 330, 160, 24)]
  const isLast = (text: string) => text.indexOf('Gemeint') > text.indexOf('Schnee24')
  expect(html(lines, [])).toContain('Gemeint')
  expect(isLast(html(lines, []))).toBe(false)
  expect(isLast(html(lines, [around([note], 'footnote')]))).toBe(true)
})

test('lines that begin with dashes are a list where a model sees it', () => {
  const items = ['- Wiesen im Tal', '- Schnee am Joch', '- Wege zur Alm'].map((text, index) => plainLine(text, 424 + index * 12))
  const lines = [TITLE, ...TEXT, ...items]
  expect(html(lines, [])).not.toContain('<li>')
  expect(html(lines, [around(items, 'list')]).match(/<li>/g)).toHaveLength(3)
})

test('words in rows and columns are a table where a model sees it', () => {
  const rows = [
    ['Wiese', 'Kraut', 'Hirte'],
    ['Alm', 'Enzian', 'Anna'],
    ['Joch', 'Arnika', 'Josef'],
    ['Tal', 'Klee', 'Maria'],
  ].flatMap((row, index) => row.map((text, at) => plainLine(text, 424 + index * 14, 60 + at * 120)))
  const lines = [TITLE, ...TEXT, ...rows]
  expect(html(lines, [])).not.toContain('<table')
  const found = html(lines, [around(rows, 'table')])
  expect(found).toContain('<table')
  expect(found).toContain('Enzian')
  // A column of running text is not a table, whatever a model sees.
  expect(html([TITLE, ...TEXT], [around(TEXT, 'table')])).not.toContain('<table')
})
