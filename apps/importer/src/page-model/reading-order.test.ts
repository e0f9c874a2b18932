import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { lineText } from '../text/page-text.ts'
import type { Box } from '../text/set-line.ts'
import { orderedPages } from './ordered-pages.ts'
import { column, line, PAGE, shuffled } from './testing/printed-lines.ts'

/** Returns the first words of the lines in reading order. */
function read(lines: Line[], rules: Box[] = []): string[] {
  const [page] = orderedPages([{ ...PAGE, lines, rules }]).pages
  return page!.lines.map(({ line }) => lineText(line).split(' ')[0]!)
}
const names = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
const box = (x: number, y: number, width: number, height: number): Box => ({
  x: x / PAGE.width,
  y: y / PAGE.height,
  width: width / PAGE.width,
  height: height / PAGE.height,
})
const edges = (x: number, y: number, width: number, height: number): Box[] => [
  box(x, y, width, 0),
  box(x, y + height, width, 0),
  box(x, y, 0, height),
  box(x + width, y, 0, height),
]

/** Two articles in two and three columns above one another, and a column at the right with its own. */
const NEWSPAPER = [
  line('Oben steht die Nachricht', 60, 80, { size: 24 }),
  ...column('a', 60, 120, 8),
  ...column('b', 220, 120, 8),
  line('Unten', 60, 240, { size: 20 }),
  ...column('c', 60, 270, 8),
  ...column('d', 220, 270, 8),
  line('Rand', 400, 80, { size: 16 }),
  ...column('e', 400, 120, 20),
]
const NEWSPAPER_READ = [
  'Oben',
  ...names('a', 8),
  ...names('b', 8),
  'Unten',
  ...names('c', 8),
  ...names('d', 8),
  'Rand',
  ...names('e', 20),
]

test('columns are read one after another below their headline, also if it is shorter than they are', () => {
  expect(read(NEWSPAPER)).toEqual(NEWSPAPER_READ)
})

test('lines are read in the same order, whatever their order in the file is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (seed) => {
      expect(read(shuffled(NEWSPAPER, seed))).toEqual(NEWSPAPER_READ)
    }),
    { numRuns: 30 },
  )
})

test('the last column may be shorter than the first, below a heading within it', () => {
  const lines = [
    ...column('a', 60, 100, 5),
    line('Zwischentitel', 60, 170, { size: 13 }),
    ...column('b', 60, 190, 5),
    ...column('c', 220, 100, 3),
  ]
  expect(read(lines)).toEqual([...names('a', 5), 'Zwischentitel', ...names('b', 5), ...names('c', 3)])
})

test('a rule across the page divides what is above it from what is below', () => {
  const lines = [...column('a', 60, 100, 5), ...column('b', 220, 100, 5), ...column('c', 60, 180, 5), ...column('d', 220, 180, 5)]
  expect(read(lines)).toEqual([...names('a', 5), ...names('c', 5), ...names('b', 5), ...names('d', 5)])
  const across = box(60, 170, 280, 0.5)
  expect(read(lines, [across])).toEqual([...names('a', 5), ...names('b', 5), ...names('c', 5), ...names('d', 5)])
})

test('what is in a frame is read together', () => {
  const lines = [
    ...column('a', 60, 100, 16),
    ...column('b', 220, 100, 4),
    ...column('box', 228, 160, 4, 'within'),
    ...column('c', 220, 230, 4),
  ]
  const order = read(lines, edges(216, 152, 130, 66))
  expect(order.filter((name) => !name.startsWith('box'))).toEqual([...names('a', 16), ...names('b', 4), ...names('c', 4)])
  const at = order.indexOf('box1')
  expect(order.slice(at, at + 4)).toEqual(names('box', 4))
})

test('a quotation across the gutter does not tear the columns apart', () => {
  const left = [...column('a', 60, 100, 5), ...column('b', 60, 200, 5)]
  const right = [...column('c', 220, 100, 5), ...column('d', 220, 200, 5)]
  const beside = [line('neben', 60, 168), line('weiter', 320, 168)]
  const quotation = line('Wir bleiben', 130, 166, { size: 16 })
  const order = read([...left, ...right, ...beside, quotation]).filter((name) => name !== 'Wir')
  expect(order).toEqual([...names('a', 5), 'neben', ...names('b', 5), ...names('c', 5), 'weiter', ...names('d', 5)])
})

test('a table is read in rows', () => {
  const cells = ['Wien 12 14', 'Graz 10 13', 'Linz 9 11', 'Wels 8 10'].flatMap((row, index) =>
    row.split(' ').map((cell, at) => line(cell, 60 + at * 120, 100 + index * 14)),
  )
  expect(read(cells)).toEqual('Wien 12 14 Graz 10 13 Linz 9 11 Wels 8 10'.split(' '))
})

test('columns of Arabic are read from right to left', () => {
  const arabic = (name: string, x: number) =>
    Array.from({ length: 4 }, (_, index) => line(`${name}${index + 1} وقال انه سيعود غدا`, x, 100 + index * 12))
  const order = read([...arabic('يسار', 60), ...arabic('يمين', 300)])
  expect(order).toEqual([...names('يمين', 4), ...names('يسار', 4)])
})

test('an article of several columns whose headline is over the first one is read as a whole beside another article', () => {
  const lines = [
    ...column('left', 40, 80, 30),
    ...column('a', 200, 80, 8),
    ...column('b', 360, 80, 8),
    line('Kurz gemeldet', 200, 200, { size: 16 }),
    ...column('c', 200, 230, 8),
    ...column('d', 360, 230, 8),
  ]
  const read_ = [...names('left', 30), ...names('a', 8), ...names('b', 8), 'Kurz', ...names('c', 8), ...names('d', 8)]
  expect(read(lines)).toEqual(read_)
})

test('headlines of two articles side by side stay with their other lines and their decks', () => {
  const lines = [
    line('Die Brücke ist', 40, 80, { size: 20 }),
    line('endlich offen', 40, 104, { size: 20 }),
    line('Der Neubau hat sieben Jahre gedauert.', 40, 134, { size: 13 }),
    ...column('a', 40, 170, 8),
    ...column('b', 200, 170, 8),
    line('Am Markt wird ab', 360, 80, { size: 22 }),
    line('Montag gebaut', 360, 106, { size: 22 }),
    ...column('c', 360, 140, 10),
  ]
  const order = read(lines)
  expect(order.indexOf('b8') - order.indexOf('Die')).toBe(18)
  expect(order.indexOf('c10') - order.indexOf('Am')).toBe(11)
})

test('the last line of a text above a headline is no kicker of it', () => {
  const lines = [
    ...column('a', 60, 100, 8),
    ...column('b', 220, 100, 8),
    line('Eine große Schlagzeile steht darunter', 60, 206, { size: 30 }),
    ...column('c', 60, 250, 4),
    ...column('d', 220, 250, 4),
  ]
  expect(read(lines)).toEqual([...names('a', 8), ...names('b', 8), 'Eine', ...names('c', 4), ...names('d', 4)])
})

test('a picture keeps its place between a headline and its text', () => {
  const lines = [
    line('Das Ufer', 60, 100, { size: 18 }),
    ...column('a', 60, 300, 8),
    ...column('b', 220, 100, 10),
    line('Neues vom See', 220, 236, { size: 18 }),
    ...column('c', 220, 300, 8),
  ]
  const picture = box(60, 130, 140, 160)
  const [page] = orderedPages([{ ...PAGE, lines, pictures: [picture] }]).pages
  const order = page!.lines.map(({ line }) => lineText(line).split(' ')[0]!)
  expect(order).toEqual(['Das', ...names('a', 8), ...names('b', 10), 'Neues', ...names('c', 8)])
})

test('a quotation within a column does not divide the page', () => {
  const lines = [
    ...column('a', 60, 100, 6),
    line('Wir haben viel zu lange gewartet.', 60, 190, { size: 13 }),
    ...column('b', 60, 220, 6),
    ...column('c', 300, 100, 6),
    line('Am Markt', 300, 190, { size: 18 }),
    ...column('d', 300, 220, 6),
    ...column('e', 440, 220, 6),
  ]
  expect(read(lines).indexOf('c1')).toBeGreaterThan(read(lines).indexOf('b6'))
})

test('a headline in the middle above all columns comes first, also if it is not above the first one', () => {
  const lines = [
    line('Schlagzeile', 243, 80, { size: 14 }),
    ...column('a', 60, 110, 5),
    ...column('b', 220, 110, 5),
    ...column('c', 400, 110, 5),
  ]
  expect(read(lines)).toEqual(['Schlagzeile', ...names('a', 5), ...names('b', 5), ...names('c', 5)])
})

test('the edge of a frame does not divide the columns beside it', () => {
  const lines = [
    ...column('a', 40, 100, 24),
    ...column('b', 200, 100, 9),
    ...column('c', 360, 100, 9),
    ...column('box', 208, 240, 8),
    ...column('more', 368, 240, 8),
  ]
  const order = read(lines, edges(196, 228, 310, 170))
  expect(order.slice(0, 24)).toEqual(names('a', 24))
})

test('rules between the columns of an article begin below its headline in the middle', () => {
  const lines = [
    line('Mitten', 265, 80, { size: 20 }),
    ...column('a', 60, 110, 12),
    ...column('b', 230, 110, 12),
    ...column('c', 400, 110, 12),
  ]
  const rules = [box(215, 110, 0, 150), box(385, 110, 0, 150)]
  expect(read(lines, rules)).toEqual(['Mitten', ...names('a', 12), ...names('b', 12), ...names('c', 12)])
})

test('what comes from another page begins below all columns of the text above it', () => {
  const lines = [
    line('Hier', 60, 70, { size: 20 }),
    ...column('a', 60, 100, 5),
    ...column('b', 220, 100, 5),
    line('Fortsetzung von Seite 1', 60, 180, { size: 9 }),
    ...column('c', 60, 195, 5),
    ...column('d', 220, 180, 5),
  ]
  expect(read(lines)).toEqual([
    'Hier',
    ...['a', 'b'].flatMap((name) => names(name, 5)),
    'Fortsetzung',
    ...names('c', 5),
    ...names('d', 5),
  ])
})

test('the last row of a table above a headline is no kicker of it', () => {
  const rows = Array.from({ length: 5 }, (_, row) => [
    line(`r${row}`, 60, 200 + row * 12, { size: 8 }),
    line(`${row}1`, 330, 200 + row * 12, { size: 8 }),
  ])
  const lines = [
    ...column('a', 60, 70, 10),
    ...column('b', 230, 70, 10),
    ...rows.flat(),
    line('Unten steht das Neue', 60, 270, { size: 28 }),
    ...column('c', 60, 310, 8),
    ...column('d', 230, 310, 8),
    line('Daneben', 400, 270, { size: 20 }),
    ...column('e', 400, 310, 8),
    line('Oben', 400, 70, { size: 20 }),
    ...column('f', 400, 100, 14),
  ]
  const order = read(lines)
  expect(order.indexOf('f14')).toBeLessThan(order.indexOf('Unten'))
})

test('columns are found below a headline that ends just before one of them begins', () => {
  const lines = [
    line('Breit steht die Nachricht hier', 60, 64, { size: 22.64 }),
    ...column('a', 60, 100, 8),
    ...column('b', 220, 100, 8),
    ...column('c', 382, 100, 8),
  ]
  expect(read(lines)).toEqual(['Breit', ...names('a', 8), ...names('b', 8), ...names('c', 8)])
})

test('columns above a large frame are columns, however short they are', () => {
  const lines = [...column('a', 60, 100, 4), ...column('b', 220, 100, 4), ...column('box', 70, 170, 20, 'within')]
  expect(read(lines, edges(60, 160, 280, 400)).slice(0, 8)).toEqual([...names('a', 4), ...names('b', 4)])
})

test('a rule of a table does not divide the column beside it', () => {
  const lines = [
    ...column('a', 60, 100, 6),
    ...column('b', 220, 100, 6),
    ...['Wien', 'Graz'].flatMap((city, row) => [line(city, 60, 180 + row * 14), line('12', 340, 180 + row * 14)]),
    ...column('c', 380, 100, 10),
  ]
  const rules = [box(60, 178, 310, 0.5), box(60, 193, 310, 0.5)]
  expect(read(lines, rules).slice(-10)).toEqual(names('c', 10))
})

test('a kicker of two lines belongs to the headline below it', () => {
  const small = { size: 9, bold: true as const }
  const lines = [
    line('Oben über allen Spalten steht', 60, 70, { size: 24 }),
    ...column('a', 60, 110, 6),
    ...column('b', 220, 110, 6),
    line('Ein Dach aus Holz', 60, 196, small),
    line('über dem Markt', 60, 210, small),
    line('Rechts', 220, 206, { size: 18 }),
    line('Links', 60, 232, { size: 18 }),
    ...column('c', 60, 260, 6),
    ...column('d', 220, 260, 6),
  ]
  const order = read(lines)
  expect(order.slice(0, 13)).toEqual(['Oben', ...names('a', 6), ...names('b', 6)])
  expect(order.slice(13, 17)).toEqual(['Ein', 'über', 'Links', 'c1'])
})

test('a picture below a headline and its authors begins nothing beside another headline', () => {
  const lines = [
    ...column('a', 60, 100, 10),
    line('Links', 60, 240, { size: 18 }),
    ...column('b', 60, 270, 8),
    line('Rechts', 220, 190, { size: 18 }),
    line('Von Mara Auer', 220, 216, { size: 9 }),
    ...column('c', 220, 400, 8),
    line('Ganz rechts', 380, 100, { size: 18 }),
    ...column('d', 380, 130, 8),
  ]
  const pictures = [box(220, 232, 140, 150)]
  const [page] = orderedPages([{ ...PAGE, lines, rules: [], pictures }]).pages
  const order = page!.lines.map(({ line }) => lineText(line).split(' ')[0]!)
  expect(order.slice(order.indexOf('Rechts'), order.indexOf('Rechts') + 4)).toEqual(['Rechts', 'Von', 'c1', 'c2'])
})

test('a deck in the middle above columns comes before them', () => {
  const lines = [
    ...[60, 190, 320, 450].flatMap((x, index) => column('abcd'[index]!, x, 130, 6)),
    line('Ein Satz in der Mitte sagt, was nun folgt', 205, 100, { size: 10.9 }),
  ]
  expect(read(lines)).toEqual(['Ein', ...names('a', 6), ...names('b', 6), ...names('c', 6), ...names('d', 6)])
})

test('a headline in the middle of a frame comes before its columns, of which the last are empty', () => {
  const lines = [
    ...column('a', 70, 230, 6),
    ...column('b', 200, 230, 6),
    line('Mitte', 295, 205, { size: 14 }),
    ...column('z', 60, 500, 8),
  ]
  const walls = [box(190, 228, 0.5, 100), box(320, 228, 0.5, 100), box(440, 228, 0.5, 100)]
  expect(read(lines, [...edges(60, 195, 515, 140), ...walls]).slice(0, 2)).toEqual(['Mitte', 'a1'])
})

test('a picture with its caption above a headline begins a level, beside a frame', () => {
  const small = (words: string, y: number) =>
    line(words, 60, y, { size: 8, style: { size: 8 / PAGE.height, font: 'Sans', italic: true, colour: 0 } })
  const lines = [
    line('Oben über zwei Spalten steht sie', 60, 60, { size: 20 }),
    ...column('a', 60, 100, 8),
    ...column('b', 220, 100, 8),
    ...column('c', 420, 100, 4),
    small('Der Markt am Fluss.', 302),
    line('Unten über zwei Spalten steht sie', 60, 320, { size: 20 }),
    ...column('d', 60, 360, 8),
    ...column('e', 220, 360, 8),
    ...column('box', 430, 240, 6, 'within'),
  ]
  const pictures = [box(60, 220, 262, 80)]
  const [page] = orderedPages([{ ...PAGE, lines, rules: edges(420, 216, 140, 240), pictures }]).pages
  const order = page!.lines.map(({ line }) => lineText(line).split(' ')[0]!)
  expect(order.slice(0, 21)).toEqual(['Oben', ...names('a', 8), ...names('b', 8), ...names('c', 4)])
})

test('what comes from another page is below all columns of the article above it, also beside empty space', () => {
  const lines = [
    ...column('l', 60, 60, 40),
    line('Oben über den drei Spalten', 220, 60, { size: 20 }),
    ...column('a', 220, 100, 8),
    ...column('b', 345, 100, 8),
    ...column('c', 470, 100, 4),
    line('Fortsetzung von Seite 1', 220, 220, { size: 9, bold: true }),
    ...column('d', 220, 234, 8),
    ...column('e', 345, 220, 8),
  ]
  expect(read(lines).slice(40, 63)).toEqual(['Oben', ...names('a', 8), ...names('b', 8), ...names('c', 4), 'Fortsetzung', 'd1'])
})

test('a headline in the middle of the page comes before its columns, of which the last are empty', () => {
  const lines = [
    line('Oben', 60, 60, { size: 20 }),
    ...[60, 190, 320, 450].flatMap((x, index) => column('abcd'[index]!, x, 100, 6)),
    line('Hier in der Mitte', 222, 200, { size: 22 }),
    ...[60, 190, 320].flatMap((x, index) => column('efg'[index]!, x, 240, 6)),
  ]
  expect(read(lines).slice(25)).toEqual(['Hier', ...names('e', 6), ...names('f', 6), ...names('g', 6)])
})

test('the short last line of a deck in the middle comes before the columns', () => {
  const style = { size: 10.9 / PAGE.height, font: 'Serif-Italic', italic: true, colour: 0 }
  const lines = [
    line('Ein Satz in der Mitte über allen Spalten sagt, was hier nun dann wohl noch alles folgt:', 60, 90, {
      size: 10.9,
      style,
    }),
    line('wenig.', 254, 104, { size: 10.9, style }),
    ...[60, 220, 380].flatMap((x, index) => column('abc'[index]!, x, 130, 6)),
  ]
  expect(read(lines)).toEqual(['Ein', 'wenig.', ...names('a', 6), ...names('b', 6), ...names('c', 6)])
})

test('below the name of a newspaper, a column beside a frame is read before it, however high the frame is', () => {
  const lines = [
    line('Alpenkurier', 150, 40, { size: 40 }),
    line('Oben', 60, 110, { size: 18 }),
    ...column('a', 60, 140, 8),
    line('Unten', 60, 300, { size: 18 }),
    ...column('b', 60, 330, 20),
    line('Kasten', 310, 120, { size: 14 }),
    ...column('box', 310, 150, 34, 'within the box'),
  ]
  expect(read(lines, edges(300, 110, 240, 470))).toEqual([
    'Alpenkurier',
    'Oben',
    ...names('a', 8),
    'Unten',
    ...names('b', 20),
    'Kasten',
    ...names('box', 34),
  ])
})

test('two columns of text are no table, also where a line below them crosses their gutter and cells are at the right', () => {
  const text = 'goes on in this line of the text'
  const lines = [
    line('Die lange Überschrift über alle Spalten', 60, 40, { size: 24 }),
    ...column('a', 60, 100, 12, text),
    ...column('b', 250, 100, 12, text),
    ...[0, 1, 2, 3].map((row) => line(`${row}7`, 470, 200 + row * 12, { size: 8 })),
    line('x1 crosses the gutter between both columns of text and goes on below them', 60, 330, { size: 7 }),
  ]
  expect(read(lines).slice(0, 25)).toEqual(['Die', ...names('a', 12), ...names('b', 12)])
})

test('a first heading below the name of a column divides nothing beside it', () => {
  const lines = [
    line('Eine Überschrift über zwei Spalten hier', 60, 60, { size: 18 }),
    ...column('a', 60, 140, 12),
    ...column('b', 200, 140, 12),
    line('Briefe', 400, 56, { size: 18 }),
    line('Zum See', 400, 108, { size: 12 }),
    ...column('c', 400, 130, 12),
  ]
  expect(read(lines)).toEqual(['Eine', ...names('a', 12), ...names('b', 12), 'Briefe', 'Zum', ...names('c', 12)])
})
