import { expect, test } from 'vitest'
import { authorsIn, bareAuthorsIn, bylineApart, datedAuthorsIn, labelledAuthorsIn } from './authors.ts'

test.each([
  ['Von Mara Auer', 'Mara Auer'],
  ['VON MARA AUER UND JO LIND', 'Mara Auer und Jo Lind'],
  ['Text: Jonas Ebenthal, Ida von Rossbacher', 'Jonas Ebenthal, Ida von Rossbacher'],
  ['By J. R. Ellery and Karl-Heinz O’Hara', 'J. R. Ellery and Karl-Heinz O’Hara'],
  ['Par Léonie Marceval, Lyon', 'Léonie Marceval'],
  ['Von Karl- Heinz Steg', 'Karl-Heinz Steg'],
])('the authors in "%s" are "%s"', (line, names) => expect(authorsIn(line)).toBe(names))

test.each([
  'Von hier an',
  'Von Wien nach Graz fährt man gern.',
  'By the river',
  'Mara Auer',
  'von Mara Auer, das 1959 er-',
  'by Jo Lind, who said',
  'Von Mara',
  '',
])('"%s" does not say who has written', (line) => expect(authorsIn(line)).toBeNull())

test('names alone may have the marks of their institutes; other words are no names', () => {
  expect(bareAuthorsIn('Ida Lind 1,2* and Jo Steg 3')).toBe('Ida Lind and Jo Steg')
  expect(bareAuthorsIn('Mara Auer, Graz')).toBe('Mara Auer')
  expect(bareAuthorsIn('Karl-Heinz Auer und Léonie O’Hara')).toBe('Karl-Heinz Auer und Léonie O’Hara')
  expect(bareAuthorsIn('Ida P. Lind1, 2, 3 , Jo de la Steg 4*, and S. K. Mara Auer∗1')).toBe(
    'Ida P. Lind, Jo de la Steg, and S. K. Mara Auer',
  )
  expect(bareAuthorsIn(Array.from({ length: 16 }, () => 'Ida Lind 1').join(', '))).toBe(
    Array.from({ length: 16 }, () => 'Ida Lind').join(', '),
  )
  expect(bareAuthorsIn('Jo Steg 1 and Ida J. S. P. Lind 2')).toBe('Jo Steg and Ida J. S. P. Lind')
  expect(bareAuthorsIn('Die Brücke')).toBeNull()
  expect(bareAuthorsIn('Bahn')).toBeNull()
  expect(bareAuthorsIn('Der Zug fährt')).toBeNull()
})

test('names come before a date; places and sentences do not', () => {
  expect(datedAuthorsIn('Ida Lind · 2013-05-01 · Gardens')).toBe('Ida Lind')
  expect(datedAuthorsIn('Ida Lind, Jo Steg | 3. März 2024')).toBe('Ida Lind, Jo Steg')
  expect(datedAuthorsIn('Ida Lind – 1er mai 2024')).toBe('Ida Lind')
  expect(datedAuthorsIn('Graz · 3. März 2024')).toBeNull()
  expect(datedAuthorsIn('Ida Lind · Gardens')).toBeNull()
})

test('a label says who wrote an article, and so does a name above the way to reach them', () => {
  expect(labelledAuthorsIn(['The end.', 'Author: Ida LIND[31]', 'Contact: @lind[32]'])).toBe('Ida Lind')
  expect(labelledAuthorsIn(['about this article Authors: Ida Lind , Jo van Steg[2]'])).toBe('Ida Lind, Jo van Steg')
  expect(labelledAuthorsIn(['About: Name: Ida Lind', 'Contact: ida@example.org'])).toBe('Ida Lind')
  expect(labelledAuthorsIn(['Name: Ida Lind', 'was written on the door'])).toBeNull()
  expect(labelledAuthorsIn(['The authors: Ida Lind and a friend of hers'])).toBeNull()
})

const parts = (...texts: string[]) => texts.map((text) => ({ text }))

test('recognises the name below the headline in three languages and removes it from the text', () => {
  for (const [line, byline] of [
    ['Von Mara Winkelhofer', 'Mara Winkelhofer'],
    ['Text: Jonas Ebenthal und Ida von Rossbacher', 'Jonas Ebenthal und Ida von Rossbacher'],
    ['By Maud Ellery', 'Maud Ellery'],
    ['By J. Sparrow L I V I N G', 'J. Sparrow'],
    ['Par Léonie Marceval', 'Léonie Marceval'],
  ] as const) {
    expect(bylineApart(parts('Ein Vorspann.', line, 'Der erste Absatz.'))).toEqual({
      byline,
      rest: parts('Ein Vorspann.', 'Der erste Absatz.'),
    })
  }
})

test('neither a sentence nor a name far below the headline is a byline', () => {
  for (const text of ['Von Wien nach Graz fährt man gern.', 'Von hier an', 'By the river', 'Text', 'Von Mara'])
    expect(bylineApart(parts(text))).toEqual({ byline: '', rest: parts(text) })
  const far = parts('eins', 'zwei', 'drei', 'vier', 'Von Mara Auer')
  expect(bylineApart(far)).toEqual({ byline: '', rest: far })
})

test('whether a long line names authors is decided at once', () => {
  const line = `Von ${'Mara Auer und '.repeat(12)}x`
  const start = performance.now()
  expect(authorsIn(line.slice(0, 180))).toBeNull()
  expect(bareAuthorsIn('A'.repeat(180))).toBeNull()
  expect(bareAuthorsIn(`Mara${' '.repeat(50_000)}x1`)).toBeNull()
  expect(bareAuthorsIn(`${'Mara Auer Lind '.repeat(39)}x`)).toBeNull()
  expect(bareAuthorsIn(`${'Mara Auer, and '.repeat(39)}x`)).toBeNull()
  expect(datedAuthorsIn('Mara Auer, '.repeat(16))).toBeNull()
  expect(labelledAuthorsIn([`Author: ${'Mara Auer, '.repeat(15)}x`])).toBeNull()
  expect(performance.now() - start).toBeLessThan(200)
})
