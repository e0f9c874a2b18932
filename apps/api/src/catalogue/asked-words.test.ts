import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedWords, plain, replaceWords, spellingsOf } from './asked-words.ts'
import { distance } from './nearest-words.ts'

const term = (text: string, exact = false, excluded = false) => ({ text, exact, excluded })

test('words, phrases, excluded ones and choices are told apart', () => {
  expect(askedWords('alte "Häuser am Bach" -neu -"ganz neu" Hof or Haus')).toEqual([
    [term('alte')],
    [term('Häuser am Bach', true)],
    [term('neu', false, true)],
    [term('ganz neu', true, true)],
    [term('Hof'), term('Haus')],
  ])
  expect(askedWords('- " ! ""')).toEqual([])
})

test('whatever is typed, no more than a dozen terms are asked for', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (typed) => askedWords(typed).flat().length <= 12))
  expect(askedWords('wort '.repeat(40)).flat()).toHaveLength(12)
})

test('an umlaut is one letter or two', () => {
  expect(spellingsOf('Größe')).toEqual(['Größe', 'Groeße'])
  expect(spellingsOf('Groesse')).toEqual(['Groesse', 'Grosse'])
})

test('words are replaced where they stand alone, not in quotes', () => {
  expect(replaceWords('"ein haus" haus hausen', new Map([['haus', 'Haus']]))).toBe('"ein haus" Haus hausen')
  expect(plain('Élève Straße')).toBe('eleve strasse')
})

test('a distance is the same both ways, and nothing between equal words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(distance(a, b)).toBeCloseTo(distance(b, a))
      expect(distance(a, a)).toBe(0)
      expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
  )
  expect(distance('garetn', 'garten')).toBeLessThan(distance('garetn', 'garen'))
})
