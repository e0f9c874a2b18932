import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactForms, plain, queryWords, questionsIn, replaceWords, spellingsOf } from './query-words.ts'
import { distance } from './spelling-correction.ts'

const term = (text: string, exact = false, excluded = false) => ({ text, exact, excluded })

test('parses words, phrases, exclusions and alternatives', () => {
  expect(queryWords('alte "Häuser am Bach" -neu -"ganz neu" Hof or Haus')).toEqual([
    [term('alte')],
    [term('Häuser am Bach', true)],
    [term('neu', false, true)],
    [term('ganz neu', true, true)],
    [term('Hof'), term('Haus')],
  ])
  expect(queryWords('- " ! ""')).toEqual([])
})

test('limits a query to a dozen terms', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (typed) => queryWords(typed).flat().length <= 12))
  expect(queryWords('wort '.repeat(40)).flat()).toHaveLength(12)
})

test('a search costs one question, plus one per alternative and per excluded word', () => {
  const count = (typed: string) => questionsIn(queryWords(typed))
  expect(['haus', 'altes haus am bach', '"altes haus am bach"', '', '!'].map(count)).toEqual([1, 1, 1, 1, 1])
  expect(['haus or hof', 'a or b or "c d" or e', 'alt haus or hof', 'haus -hof', 'alt -a -"b c"'].map(count)).toEqual([
    2, 4, 2, 2, 3,
  ])
  expect(count('haus or -hof')).toBe(3)
  expect(count(Array(40).fill('wort').join(' or '))).toBe(12)
})

test('matches an umlaut as one letter or two', () => {
  expect(spellingsOf('Größe')).toEqual(['Größe', 'Groeße'])
  expect(spellingsOf('Groesse')).toEqual(['Groesse', 'Grosse'])
})

test('quotes match a word exactly, with accents and without stemming', () => {
  const required = exactForms(queryWords('"Größe der Öfen" haus or "Hof" -"neu" "a.*(b"'))
  const inScript = (pattern: string) => new RegExp(pattern)
  expect(required).toHaveLength(2)
  const [phrase] = required.map(inScript)
  for (const text of ['Größe der Öfen', 'die GRÖSSE DER ÖFEN.', 'größe\nder – öfen!'])
    expect([text, phrase!.test(text)]).toEqual([text, true])
  for (const text of ['Grosse der Ofen', 'Übergröße der Öfen', 'Größe der Öfenbank', 'Größe Öfen'])
    expect([text, phrase!.test(text)]).toEqual([text, false])
})

test('replaces whole words outside quotes only', () => {
  expect(replaceWords('"ein haus" haus hausen', new Map([['haus', 'Haus']]))).toBe('"ein haus" Haus hausen')
  expect(plain('Élève Straße')).toBe('eleve strasse')
})

test('distance is symmetric, and zero for equal words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(distance(a, b)).toBeCloseTo(distance(b, a))
      expect(distance(a, a)).toBe(0)
      expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
  )
  expect(distance('garetn', 'garten')).toBeLessThan(distance('garetn', 'garen'))
})
