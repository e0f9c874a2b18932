import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { orderedPages } from './ordered-pages.ts'
import { blocksWithRoles } from './roles.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

/** Rows of cells; each cell ends at its place. */
const rows = (y: number, places: readonly number[], texts: readonly (readonly string[])[]): Line[] =>
  texts.flatMap((row, at) =>
    row.flatMap((text, index) => (text ? [line(text, places[index]! - 5 * text.length, y + at * 16)] : [])),
  )
const NAMED = [
  ['', 'Juni', 'Juli'],
  ['Wien', '12', '480'],
  ['Graz', '7', '310'],
  ['Linz', '9', '95'],
]
const SECOND = [
  ['August', 'Herbst'],
  ['14', '22'],
  ['6', '35'],
  ['8', '41'],
]
const text = (y: number) => column('text', 40, y, 12, 'and so on until the line of the article is full')

function tablesOn(...pages: Line[][]) {
  const { pages: ordered, body } = orderedPages(pages.map((lines) => ({ ...PAGE, lines })))
  return blocksWithRoles(ordered, body)
    .flat()
    .flatMap(({ table }) => table ?? [])
}
const namesIn = (tables: ReturnType<typeof tablesOn>) =>
  tables.map(({ head, body }) => [...head, ...body].map(([first]) => first))

const named = rows(100, [80, 200, 300], NAMED)
const NAMES = ['', 'Wien', 'Graz', 'Linz']

test('the second part of a table has the names of the rows of the first one, below it and on the next page', () => {
  const [, second] = tablesOn([...named, ...rows(190, [200, 300], SECOND), ...text(400)])
  expect(second).toMatchObject({ head: [['', 'August', 'Herbst']], namesRows: true })
  expect(second!.body[2]).toEqual(['Linz', '8', '41'])
  const note = line('1 Counted in the house.', 40, 700, { size: 8 })
  const over = tablesOn([...text(40).slice(0, 4), ...named, note], [...rows(120, [200, 300], SECOND), ...text(300)])
  expect(namesIn(over)).toEqual([NAMES, NAMES])
})

test('a table with other rows, or below text, is no part of the one before it', () => {
  expect(namesIn(tablesOn([...named, ...rows(190, [200, 300], [...SECOND, ['5', '6']]), ...text(400)]))[1]).toEqual([
    'August',
    '14',
    '6',
    '8',
    '5',
  ])
  expect(namesIn(tablesOn([...named, ...text(200), ...rows(400, [200, 300], SECOND), ...text(520)]))[1]).toEqual([
    'August',
    '14',
    '6',
    '8',
  ])
})

test('a table that goes on on the next page is one, whose heads are not read twice', () => {
  const [first, ...others] = tablesOn(
    [...text(40).slice(0, 4), ...named, line('1 Counted in the house.', 40, 700, { size: 8 })],
    [...rows(100, [80, 200, 300], [NAMED[0]!, ['Enns', '3', '20'], ['Wels', '4', '15'], ['Bonn', '5', '10']]), ...text(300)],
  )
  expect(others).toEqual([])
  expect(first!.head).toEqual([NAMED[0]])
  expect(first!.body.map(([name]) => name)).toEqual(['Wien', 'Graz', 'Linz', 'Enns', 'Wels', 'Bonn'])
  expect(first!.lines.map(({ page }) => page)).toEqual(first!.lines.map((_, at) => (at < 11 ? 1 : 2)))
})

test('rows without heads on the next page go on in a table at the same place', () => {
  const more = [...NAMED.slice(1), ...NAMED.slice(1)]
  const over = (...places: number[]) => tablesOn([...text(40).slice(0, 4), ...named], [...rows(100, places, more), ...text(300)])
  expect(over(80, 200, 300).map(({ body }) => body.length)).toEqual([9])
  expect(over(180, 300, 400).map(({ body }) => body.length)).toEqual([3, 6])
})

test('a table with other heads, another caption or after text on the next page is another one', () => {
  const next = (head: string[], ...before: Line[]) =>
    tablesOn(
      [...text(40).slice(0, 4), ...named],
      [...before, ...rows(220, [80, 200, 300], [head, ...NAMED.slice(1)]), ...text(400)],
    ).map(({ body }) => body.length)
  expect(next(['', 'Juni', 'Mai'])).toEqual([3, 3])
  expect(next(['', 'Juni', 'Juli'], line('Tabelle 2: Andere', 60, 205))).toEqual([3, 3])
  expect(next(['', 'Juni', 'Juli'], line('Tabelle 1 (Fortsetzung)', 60, 205))).toEqual([6])
  expect(next(['', 'Juni', 'Juli'], ...text(130).slice(0, 4))).toEqual([3, 3])
})
