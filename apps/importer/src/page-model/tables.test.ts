import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { lineText } from '../text/page-text.ts'
import type { Box } from '../text/set-line.ts'
import { tableHtml, wordsOfTable } from '../text/table-html.ts'
import { orderedPages } from './ordered-pages.ts'
import { tablesOf } from './tables.ts'
import { column, line, PAGE, shuffled } from './testing/printed-lines.ts'

/** A rule from one place to another, in points. */
const rule = (x: number, y: number, width: number): Box => ({
  x: x / PAGE.width,
  y: y / PAGE.height,
  width: width / PAGE.width,
  height: 0.5 / PAGE.height,
})
/** Rows of cells, each 16 points below the one before. Cells whose column has a negative place end there. */
function rows(y: number, places: readonly number[], texts: readonly (readonly string[])[], more: Partial<Line> = {}): Line[] {
  return texts.flatMap((row, at) =>
    row.flatMap((text, index) => {
      const width = text.split(' ').reduce((sum, word) => sum + word.length * 5, 0) + (text.split(' ').length - 1) * 2.5
      const place = places[index]!
      return text === '' ? [] : [line(text, place < 0 ? -place - width : place, y + at * 16, more)]
    }),
  )
}
const RESULTS = [
  ['Ort', 'Juni', 'Juli'],
  ['Wien', '12', '1.480'],
  ['Graz', '7', '310'],
  ['Linz', '–', '95'],
]
/** Enough text of the usual size for the page to have a usual size. */
const text = (y = 400) => column('text', 40, y, 20, 'and so on until the line of the article is full')

function tables(lines: readonly Line[], rules: Box[] = []) {
  const { pages } = orderedPages([{ ...PAGE, lines: [...lines], rules }])
  return tablesOf(pages[0]!)
}
const htmlOf = (lines: readonly Line[], rules: Box[] = []) => tables(lines, rules).map(tableHtml)

const EXPECTED =
  '<table><thead><tr><th scope="col">Ort</th><th scope="col">Juni</th><th scope="col">Juli</th></tr></thead>' +
  '<tbody><tr><th scope="row">Wien</th><td>12</td><td>1.480</td></tr><tr><th scope="row">Graz</th><td>7</td><td>310</td></tr>' +
  '<tr><th scope="row">Linz</th><td>–</td><td>95</td></tr></tbody></table>'

test('rows with numbers below each other are a table, with rules between them or without', () => {
  const cells = rows(100, [40, -200, -300], RESULTS)
  expect(htmlOf([...cells, ...text()])).toEqual([EXPECTED])
  const rules = [1, 2, 3, 4].map((row) => rule(38, 97 + row * 16, 265))
  expect(htmlOf([...cells, ...text()], rules)).toEqual([EXPECTED])
  // Three rules: above, below the head, below the table.
  expect(htmlOf([...cells, ...text()], [rule(38, 97, 265), rule(38, 113, 265), rule(38, 162, 265)])).toEqual([EXPECTED])
})

test('a table with a border around each cell is one, though each border is a frame', () => {
  const across = [97, 113, 129, 145, 161].map((y) => rule(38, y, 270))
  const down = [38, 110, 205, 308].map(
    (x): Box => ({ x: x / PAGE.width, y: 97 / PAGE.height, width: 0.5 / PAGE.width, height: 64 / PAGE.height }),
  )
  const cells = rows(100, [40, -200, -300], RESULTS)
  expect(htmlOf([...cells, ...text()], [...across, ...down])).toEqual([EXPECTED])
  // A cell with two lines is a frame for the order of reading.
  const [deep, low] = [across.with(4, rule(38, 172, 270)), down.map((box) => ({ ...box, height: 75 / PAGE.height }))]
  const second = line('an der Donau', 40, 159)
  expect(htmlOf([...cells, second, ...text()], [...deep, ...low])).toEqual([EXPECTED.replace('Linz', 'Linz an der Donau')])
})

test('rows without numbers belong to a table too', () => {
  const cells = rows(
    100,
    [40, -200, -300, 330],
    [
      ['Befehl', 'ein', 'aus', 'Bedeutung'],
      ['ATRE', '', '', 'von vorne'],
      ['ATID', '1111', '1111', 'Netz'],
      ['ATMY', '1', '0', 'Ort'],
      ['ATDL', '0', '1', 'Ziel'],
      ['ATWR', '', '', 'speichern'],
    ],
  )
  const [table] = tables([...cells, ...text()])
  expect(table?.body.map(([first]) => first)).toEqual(['ATRE', 'ATID', 'ATMY', 'ATDL', 'ATWR'])
  expect(table?.head).toEqual([['Befehl', 'ein', 'aus', 'Bedeutung']])
})

test('a part of a table is not a table: a number further down would be left alone', () => {
  const cells = rows(100, [40, -200, -300], RESULTS)
  expect(htmlOf([...cells, line('Bregenz', 40, 200), line('3', 195, 200), ...text()])).toEqual([])
})

test('a table is the same, whatever the order of its cells in the file is', () => {
  const lines = [...rows(100, [40, -200, -300], RESULTS), ...text()]
  for (const seed of [1, 2, 3]) expect(htmlOf(shuffled(lines, seed))).toEqual([EXPECTED])
})

test('a table beside a column of text takes none of its words', () => {
  const cells = rows(100, [320, -450, -540], RESULTS)
  const beside = column('beside', 40, 96, 22, 'goes on in this line of it')
  const [table] = tables([...cells, ...beside, ...text()])
  expect(table && tableHtml(table)).toBe(EXPECTED)
})

test('a caption above a table is part of it', () => {
  const title = line('Tabelle 3: Nächte im Sommer', 40, 84, { size: 9 })
  const [table] = tables([title, ...rows(100, [40, -200, -300], RESULTS), ...text()])
  expect(table).toMatchObject({ caption: 'Tabelle 3: Nächte im Sommer' })
  expect(wordsOfTable(table!)).toMatch(/^Tabelle 3: Nächte im Sommer Ort Juni Juli Wien 12/)
})

test('rows of words are a table if rules divide all of them, with cells of several lines', () => {
  const words = rows(
    100,
    [40, 160, 320],
    [
      ['Hütte', 'Pächter', 'Geöffnet'],
      ['Alm', 'Ida Moos', 'im Sommer und'],
      ['', '', 'im Herbst'],
      ['Joch', 'Jo Lind', 'immer'],
    ],
  )
  const rules = [97, 113, 145, 161].map((y) => rule(38, y, 400))
  expect(htmlOf([...words, ...text()], rules)[0]).toContain(
    '<tr><th scope="row">Alm</th><td>Ida Moos</td><td>im Sommer und im Herbst</td></tr>',
  )
  expect(htmlOf([...words, ...text()])).toEqual([])
})

/** A table of words with rules above, below its heads, and at `end`; its cells have one or two lines. */
function tableOfWords(end: number | null): { lines: Line[]; rules: Box[] } {
  const row = (y: number, name: string, ...said: string[]) => [
    line(name, 40, y, { bold: true }),
    ...said.map((text, at) => line(text, 240, y + at * 12)),
  ]
  const lines = [
    ...row(100, 'Hütte', 'Was sie bietet'),
    ...row(120, 'Alm', 'Im Sommer gibt es', 'Milch und Käse'),
    ...row(156, 'Joch', 'Betten'),
    ...row(180, 'Kar', 'Ein Lager unter', 'dem Dach'),
  ]
  return { lines, rules: [97, 115, ...(end === null ? [] : [end])].map((y) => rule(38, y, 340)) }
}

test('rows of words are a table between the rule below its heads and the one at its end, or down to the end of the page', () => {
  const expected =
    '<table><thead><tr><th scope="col">Hütte</th><th scope="col">Was sie bietet</th></tr></thead><tbody>' +
    '<tr><th scope="row">Alm</th><td>Im Sommer gibt es Milch und Käse</td></tr>' +
    '<tr><th scope="row">Joch</th><td>Betten</td></tr><tr><th scope="row">Kar</th><td>Ein Lager unter dem Dach</td></tr></tbody></table>'
  const { lines, rules } = tableOfWords(210)
  expect(htmlOf([...lines, ...text()], rules)).toEqual([expected])
  expect(htmlOf(lines, tableOfWords(null).rules)).toEqual([expected])
  // There is text below it.
  expect(htmlOf([...lines, ...text(260)], tableOfWords(null).rules)).toEqual([])
})

test.each<[string, (lines: Line[]) => Line[]]>([
  ['a line that is aligned with no head', (lines) => [...lines, line('Und mehr', 140, 168)]],
  ['a row without its second cell', (lines) => lines.filter(({ words }) => words[0]![0] !== 'Betten')],
  ['two lines of heads', (lines) => [...lines, line('im Tal', 240, 106)]],
])('between rules with %s there is no table', (_, change) => {
  const { lines, rules } = tableOfWords(210)
  expect(htmlOf([...change(lines), ...text()], rules)).toEqual([])
})

/** Rows of words below bold heads that are as near to each other as the words of a sentence, without rules. */
function namedColumns(): Line[] {
  const heads = ['Befehl', 'Ein', 'Aus', 'Bedeutung']
  const places = [40, 72.5, 90, 107.5]
  const row = (y: number, ...cells: string[]) => cells.flatMap((text, at) => (text ? [line(text, places[at]!, y)] : []))
  return [
    line(heads.join(' '), 40, 100, { bold: true }),
    ...row(114, 'AT', '', '', 'Beginnt mit den Befehlen'),
    ...row(130, 'ID', '11', '12', 'Adresse des Netzes'),
    ...row(152, 'IR', '14', '', ''),
    ...row(146, '', '', '', 'Wie oft gemessen wird, in'),
    ...row(158, '', '', '', 'Millisekunden'),
    ...row(174, 'CN', '', '1', 'Ende'),
  ]
}

test('bold heads near each other, of which each is above its column, make a table without rules', () => {
  const [table, ...more] = tables([...namedColumns(), ...text()])
  expect(more).toEqual([])
  expect(table).toMatchObject({
    head: [['Befehl', 'Ein', 'Aus', 'Bedeutung']],
    body: [
      ['AT', '', '', 'Beginnt mit den Befehlen'],
      ['ID', '11', '12', 'Adresse des Netzes'],
      ['IR', '14', '', 'Wie oft gemessen wird, in Millisekunden'],
      ['CN', '', '1', 'Ende'],
    ],
    namesRows: true,
  })
})

test.each<[string, (line: Line) => Line]>([
  ['heads that are not bold', ({ bold: _, ...line }) => line],
  ['a column without its head', (each) => (each.bold ? { ...each, words: each.words.slice(0, 3) } : each)],
])('%s make no table', (_, change) => {
  expect(tables([...namedColumns().map(change), ...text()])).toEqual([])
})

test('columns of an article below a line between two rules are no table', () => {
  const strip = [line('Nummer 7', 40, 100), line('Freitag', 240, 100)]
  const columns = [40, 240].flatMap((x) =>
    Array.from({ length: 30 }, (_, at) =>
      line(at % 3 ? 'und so weiter bis zum Ende' : 'Hier beginnt ein Satz', x, 120 + at * 12),
    ),
  )
  const rules = [97, 115].map((y) => rule(38, y, 400))
  expect(htmlOf([...strip, ...columns], rules)).toEqual([])
  expect(htmlOf([...strip, ...columns], [...rules, rule(38, 490, 400)])).toEqual([])
})

test('second lines of names belong to the row above them, where nearly every row has one, all lines are equally far apart and the last is one', () => {
  const names = [
    ['Ort', 'Gäste'],
    ['Hütte am', '12'],
    ['See', ''],
    ['Haus am', '7'],
    ['Tor', ''],
    ['Hotel am', '9'],
    ['Berg', ''],
  ]
  const found = (cells: string[][]) => {
    const rules = [0, 1, cells.length].map((row) => rule(38, 97 + row * 16, 165))
    return tables([...rows(100, [40, -200], cells), ...text()], rules)[0]?.body.map(([name]) => name)
  }
  expect(found(names)).toEqual(['Hütte am See', 'Haus am Tor', 'Hotel am Berg'])
  // What is above the last row can be the name of a group.
  expect(found([...names, ['Stube', '3']])).not.toContain('Hütte am See')
})

test('the second line of a name belongs to its row, where the row is nearer than the next one', () => {
  const row = (y: number, name: string, number: string) => [line(name, 40, y), ...(number ? [line(number, 300, y)] : [])]
  const lines = [
    ...row(100, 'Name', 'Anzahl'),
    ...row(124, 'Modelle', '31'),
    ...row(136, 'Lernräume', ''),
    ...row(158, 'Offene', '16'),
    ...row(170, 'der Schule', ''),
    ...row(192, 'Räume', '5'),
  ]
  const [table] = tables([...lines, ...text()])
  expect(table?.body).toEqual([
    ['Modelle Lernräume', '31'],
    ['Offene der Schule', '16'],
    ['Räume', '5'],
  ])
})

test.each<[string, Line[]]>([
  ['three columns of running text', [0, 190, 380].flatMap((x) => column(`c${x}`, 40 + x, 100, 30, 'goes on in this line'))],
  [
    'running text with numbers in each line',
    [0, 190].flatMap((x) =>
      Array.from({ length: 20 }, (_, at) => line(`Im Jahr ${1900 + at} waren es ${at * 7} Gäste`, 40 + x, 100 + at * 12)),
    ),
  ],
  [
    'a list of contents',
    rows(
      100,
      [40, -300],
      ['Der Luchs', 'Am See', 'Im Herbst', 'Rezepte', 'Rätsel'].map((name, at) => [name, `${4 + at * 6}`]),
    ),
  ],
  [
    'a programme',
    rows(
      100,
      [40, 100],
      ['20.15', '21.00', '22.10', '23.45'].map((time) => [time, 'Der Film zum Abend']),
    ),
  ],
  [
    'addresses',
    rows(
      100,
      [40, 250],
      [
        ['Moos', '0512 / 334455'],
        ['Lind', '0512 / 998877'],
        ['Auer', '0664 / 123456'],
        ['Steg', '01 / 4455667'],
      ],
    ),
  ],
  [
    'places with postcodes',
    rows(
      100,
      [40, 200, -400],
      [
        ['Gasthof Moos', '6020 Innsbruck', '12'],
        ['Gasthof Lind', '1010 Wien', '4'],
        ['Gasthof Auer', '8010 Graz', '9'],
        ['Gasthof Steg', '4020 Linz', '1'],
      ],
    ),
  ],
  ['two rows', rows(100, [40, -200, -300], RESULTS.slice(0, 2))],
  [
    'advertisements of readers with prices',
    rows(
      100,
      [40, -560],
      [
        ['Wohnung am See, drei Zimmer, mit Garten und Garage zu vermieten', '890 €'],
        ['Fahrrad, wenig gebraucht, mit Licht und Korb, Größe M, abzugeben', '120 €'],
        ['Klavier, gut gestimmt, an Selbstabholer im dritten Stock, ohne Lift', '300 €'],
        ['Alte Ansichtskarten aus Tirol, etwa hundert Stück, auch einzeln', '45 €'],
      ],
    ),
  ],
])('%s is no table', (_, lines) => {
  expect(htmlOf([...lines, ...text(600)])).toEqual([])
})

test('columns of text between rules over their whole width are no table', () => {
  const columns = [0, 130, 260, 390].flatMap((x) => column(`c${x}`, 40 + x, 100, 20, 'goes on here'))
  expect(htmlOf([...columns, ...text(500)], [rule(38, 96, 520), rule(38, 220, 520), rule(38, 345, 520)])).toEqual([])
})

test('whatever a page has, a table has all words of its lines, each once, and no line is in two tables', () => {
  const cell = fc.constantFrom('Wien', '12', '1.480', '–', 'am See', '20.15', '3 %', 'Zeitungs-', 'kiosk', '')
  const row = fc.array(cell, { minLength: 1, maxLength: 4 })
  const grid = fc.array(row, { minLength: 1, maxLength: 8 })
  const places = fc.constantFrom([40, -200, -300, -400], [40, 120, 200, 280], [-90, 130, -250, 300])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(grid, places), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.nat(),
      (grids, ruled, seed) => {
        const lines = grids.flatMap(([cells, at], index) => rows(60 + index * 180, at, cells))
        const rules = ruled
          ? grids.flatMap(([cells], index) => cells.map((_, at) => rule(30, 73 + index * 180 + at * 16, 400)))
          : []
        const found = tables([...shuffled(lines, seed), ...text(620)], rules)
        const taken = found.flatMap((table) => table.lines)
        expect(new Set(taken).size).toBe(taken.length)
        const letters = (words: string) => words.replace(/[\s-]/g, '').split('').sort().join('')
        for (const table of found)
          expect(letters(wordsOfTable(table))).toBe(letters(table.lines.map((each) => lineText(each.line)).join(' ')))
      },
    ),
    { numRuns: 150 },
  )
})

test('a table written from right to left stays text also on a page in Latin letters; numbers do not count', () => {
  const cells = rows(
    100,
    [-100, -200, -300, -400],
    [
      ['2023', '2024', '2025', 'עיר'],
      ['12', '14', '1.480', 'חיפה'],
      ['7', '8', '310', 'עכו'],
      ['9', '5', '95', 'יפו'],
    ],
  )
  expect(htmlOf([...cells, ...text()])).toEqual([])
  expect(htmlOf([...rows(100, [40, -200, -300], RESULTS), ...column('text', 40, 400, 3, 'שלום')])).toEqual([EXPECTED])
})
