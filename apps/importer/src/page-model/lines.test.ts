import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { lineText } from '../text/page-text.ts'
import { printedLines } from './lines.ts'
import { column, line, PAGE, shuffled } from './testing/printed-lines.ts'

const texts = (lines: Line[]) => lines.map(lineText)
const sideBySide = (left: Line, right: Line): Line => ({ ...left, words: [...left.words, ...right.words] })

test('lines that run over two columns are divided', () => {
  const left = column('a', 60, 100, 6)
  const right = column('b', 60 + 125, 100, 6)
  const rows = left.map((each, index) => sideBySide(each, right[index]!))
  expect(texts(printedLines(rows, [], PAGE)).toSorted()).toEqual(texts([...left, ...right]).toSorted())
})

test('a wide space between words of a justified line is not a gap between columns', () => {
  const wide = line('weit', 60, 124)
  const rest = line('auseinander gesetzt', 60 + 20 + 9, 124)
  const lines = [...column('a', 60, 100, 2), sideBySide(wide, rest), ...column('b', 60, 136, 2)]
  expect(texts(printedLines(lines, [], PAGE))).toContain('weit auseinander gesetzt')
})

test('a rule between two words divides their line', () => {
  const both = sideBySide(line('links', 60, 100), line('rechts', 60 + 25 + 8, 100))
  const rule = { x: 89 / PAGE.width, y: 90 / PAGE.height, width: 0, height: 40 / PAGE.height }
  expect(texts(printedLines([both], [rule], PAGE))).toEqual(['links', 'rechts'])
  expect(texts(printedLines([both], [], PAGE))).toEqual(['links rechts'])
})

test('the parts of a line in other fonts are joined', () => {
  const place = line('GRAZ.', 60, 100, { bold: true })
  const rest = line('Der Zug steht.', 60 + 25 + 2.5, 100)
  const joined = printedLines(shuffled([place, rest], 3), [], PAGE)
  expect(joined).not.toHaveProperty('0.bold')
  expect(texts(joined)).toEqual(['GRAZ. Der Zug steht.'])
})

test('lines are the same whatever the order of their words in the file', () => {
  const lines = [...column('a', 60, 100, 8), ...column('b', 220, 100, 8), ...column('c', 380, 106, 8)]
  const words = lines.flatMap((each) => each.words.map((word): Line => ({ ...each, words: [word] })))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (seed) => {
      expect(texts(printedLines(shuffled(words, seed), [], PAGE)).toSorted()).toEqual(texts(lines).toSorted())
    }),
    { numRuns: 30 },
  )
})

test('turned lines stay as they are', () => {
  const turned = line('Foto: A. Berg', 20, 300, { turned: true })
  expect(printedLines([turned, ...column('a', 60, 100, 2)], [], PAGE).at(-1)).toBe(turned)
})

test('the few words of a justified line stay together, whatever their distance, and cells of a table do not', () => {
  const words = (first: string, second: string, right: number, y: number) => [
    line(first, 60, y),
    line(second, right - second.length * 5, y),
  ]
  const above = column('a', 60, 100, 2, 'goes on in this line')
  const below = column('b', 60, 136, 2, 'goes on in this line')
  const right = Math.max(...above[0]!.words.map(([, x, , width]) => (x + width) * PAGE.width))
  const wide = words('Verwaltungen', 'die', right, 124)
  expect(texts(printedLines([...above, ...wide, ...below], [], PAGE))).toContain('Verwaltungen die')
  const table = ['Wien 12', 'Graz 10', 'Linz 9'].flatMap((row, index) => {
    const [city, number] = row.split(' ') as [string, string]
    return words(city, number, right, 124 + index * 12)
  })
  expect(texts(printedLines([...column('c', 60, 76, 2), ...table], [], PAGE))).toContain('Wien')
})

test('a kicker in another colour beside the last words of a column is no part of their line', () => {
  const left = line('am Ende der Spalte', 60, 100)
  const kicker = line('Kultur', 60 + 92.5 + 11, 100, {
    style: { size: 10 / PAGE.height, font: 'Serif', italic: false, colour: 0x991111 },
  })
  expect(texts(printedLines([left, kicker], [], PAGE))).toEqual(['am Ende der Spalte', 'Kultur'])
})

test('columns whose gap a headline crosses are divided below it, also beside an indented line', () => {
  const head = line('Eine Überschrift über beiden Spalten', 60, 84, { size: 12 })
  const left = column('a', 60, 100, 5)
  const right = [line('eingezogen steht das hier', 60 + 138 + 10, 100), ...column('b', 60 + 138, 112, 4)]
  expect(texts(printedLines([head, ...left, ...right], [], PAGE)).toSorted()).toEqual(texts([head, ...left, ...right]).toSorted())
})

test('headlines in other sizes beside each other are two lines', () => {
  const [one, other] = [line('Die Brücke', 60, 100, { size: 20 }), line('Der Markt', 60 + 95 + 13, 98, { size: 24 })]
  expect(texts(printedLines([one, other], [], PAGE))).toEqual(['Die Brücke', 'Der Markt'])
})

test('words of several loose lines stay together between the edges of the column, which lines near them show', () => {
  const full = (name: string, y: number) => line(`${name} goes on in this line here`, 60, y)
  const right = Math.max(...full('a1', 100).words.map(([, x, , width]) => (x + width) * PAGE.width))
  const loose = [124, 136, 148].flatMap((y, index) => [line('Verwaltungsamt', 60, y), line(`und${index}`, right - 20, y)])
  const lines = [full('a1', 100), full('a2', 112), ...loose, full('a3', 160)]
  const read = texts(printedLines(lines, [], PAGE))
  for (const each of ['Verwaltungsamt und0', 'Verwaltungsamt und1', 'Verwaltungsamt und2']) expect(read).toContain(each)
})

test('authors in another font beside a line of a column are no part of it', () => {
  const style = { size: 10 / PAGE.height, font: 'Sans', italic: true, colour: 0 }
  const left = column('a', 60, 100, 3)
  const right = Math.max(...left[0]!.words.map(([, x, , width]) => (x + width) * PAGE.width))
  const authors = line('VON MARA AUER', right + 11, 112, { style })
  expect(texts(printedLines([...left, authors], [], PAGE))).toContain('VON MARA AUER')
})

test('a column ends where lines above and below end, also if nothing is beside them', () => {
  const left = column('a', 60, 100, 7)
  const right = Math.max(...left[0]!.words.map(([, x, , width]) => (x + width) * PAGE.width))
  const beside = line('Mara Auer', right + 11, 136)
  expect(texts(printedLines([...left, beside], [], PAGE))).toContain('Mara Auer')
})

test('headlines of the same size beside each other are two lines, however close they are', () => {
  const left = ['Die Brücke am', 'Fluss ist nun offen'].map((words, index) => line(words, 60, 100 + index * 24, { size: 20 }))
  const x = 60 + left[1]!.words.reduce((width, [, , , each]) => width + each * PAGE.width, 0) + 3 * 5 + 11
  const right = ['Der Markt steht', 'seit heute leer'].map((words, index) => line(words, x, 100 + index * 24, { size: 20 }))
  expect(texts(printedLines([...left, ...right], [], PAGE)).toSorted()).toEqual(texts([...left, ...right]).toSorted())
})

test('headlines beside each other are two lines, also below the name of the newspaper', () => {
  const name = line('Alpenkurier', 60, 50, { size: 40 })
  const left = ['Die Brücke am', 'Fluss ist offen'].map((words, index) => line(words, 60, 110 + index * 20, { size: 16 }))
  const x = 60 + left[1]!.words.reduce((width, [, , , each]) => width + each * PAGE.width, 0) + 2 * 4 + 12
  const right = ['Der Markt steht', 'seit heute leer'].map((words, index) => line(words, x, 110 + index * 19, { size: 15.2 }))
  const lines = [name, ...left, ...right]
  expect(texts(printedLines(lines, [], PAGE)).toSorted()).toEqual(texts(lines).toSorted())
})

test('a bullet stays with its item however wide the gap is, and one behind a word or across a rule does not', () => {
  const items = ['Brot', 'Käse', 'ein Messer', 'eine Karte', 'ein Seil']
  const rows = items.map((item, index) => sideBySide(line('•', 60, 100 + index * 12), line(item, 60 + 5 + 14, 100 + index * 12)))
  const printed = items.map((item) => `• ${item}`)
  expect(texts(printedLines(rows, [], PAGE))).toEqual(printed)
  const apart = rows.flatMap(({ words, ...row }) => [
    { ...row, words: words.slice(0, 1) },
    { ...row, words: words.slice(1), style: { ...row.style!, font: 'Sans' } },
  ])
  expect(texts(printedLines(shuffled(apart, 5), [], PAGE)).toSorted()).toEqual(printed.toSorted())
  const rule = { x: 72 / PAGE.width, y: 90 / PAGE.height, width: 0, height: 80 / PAGE.height }
  expect(texts(printedLines(rows, [rule], PAGE))).toContain('Brot')
})

test('an accent that is set apart from its letter is no line, and other signs are', () => {
  expect(
    texts(printedLines([line('Tun-', 60, 100), line('\u0301', 150, 104), line('yasu', 60, 112), line('*', 60, 124)], [], PAGE)),
  ).toEqual(['Tun-', 'yasu', '*'])
})

test('words spread evenly over a column of the page stay together, and numbers in columns do not', () => {
  const lines = column('a', 60, 300, 3, 'goes on in this line until the end is near')
  const right = Math.max(...lines[0]!.words.map(([, x, , width]) => (x + width) * PAGE.width))
  const spread = (words: readonly string[], y: number) => {
    const gap = (right - 60 - words.join('').length * 5) / (words.length - 1)
    return words.reduce<{ at: number; line: Line | null }>(
      ({ at, line: all }, word) => {
        const placed = line(word, at, y)
        return { at: at + word.length * 5 + gap, line: all ? sideBySide(all, placed) : placed }
      },
      { at: 60, line: null },
    ).line!
  }
  expect(texts(printedLines([spread(['Das', 'Handbuch', '(neu)', ':'], 100), ...lines], [], PAGE))).toContain(
    'Das Handbuch (neu) :',
  )
  expect(texts(printedLines([spread(['12', '10', '15', '11'], 100), ...lines], [], PAGE))).not.toContain('12 10 15 11')
  expect(texts(printedLines([spread(['Das', 'Handbuch', '(neu)', ':'], 100)], [], PAGE))).not.toContain('Das Handbuch (neu) :')
})
