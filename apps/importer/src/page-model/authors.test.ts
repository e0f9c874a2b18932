import { expect, test } from 'vitest'
import { authorsIn, bareAuthorsIn } from './authors.ts'

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
  expect(bareAuthorsIn('Die Brücke')).toBeNull()
  expect(bareAuthorsIn('Bahn')).toBeNull()
  expect(bareAuthorsIn('Der Zug fährt')).toBeNull()
})

test('a long line is decided at once', () => {
  const line = `Von ${'Mara Auer und '.repeat(12)}x`
  const start = performance.now()
  expect(authorsIn(line.slice(0, 180))).toBeNull()
  expect(bareAuthorsIn('A'.repeat(180))).toBeNull()
  expect(performance.now() - start).toBeLessThan(200)
})
