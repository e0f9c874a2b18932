import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedWords, exactForms, plain, questionsIn, replaceWords, spellingsOf } from './asked-words.ts'
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

test('a search is one question, and one more for each alternative and each excluded word', () => {
  const count = (typed: string) => questionsIn(askedWords(typed))
  expect(['haus', 'altes haus am bach', '"altes haus am bach"', '', '!'].map(count)).toEqual([1, 1, 1, 1, 1])
  expect(['haus or hof', 'a or b or "c d" or e', 'alt haus or hof', 'haus -hof', 'alt -a -"b c"'].map(count)).toEqual([
    2, 4, 2, 2, 3,
  ])
  expect(count('haus or -hof')).toBe(3)
  expect(count(Array(40).fill('wort').join(' or '))).toBe(12)
})

test('an umlaut is one letter or two', () => {
  expect(spellingsOf('Größe')).toEqual(['Größe', 'Groeße'])
  expect(spellingsOf('Groesse')).toEqual(['Groesse', 'Grosse'])
})

test('quotes ask for a word as it is written, with its accents and without its endings', () => {
  const { required, preferred } = exactForms(askedWords('"Größe der Öfen" haus or "Hof" -"neu" "a.*(b"'))
  const inScript = (pattern: string) => new RegExp(pattern)
  expect(required).toHaveLength(2)
  expect(preferred).toHaveLength(3)
  const [phrase] = required.map(inScript)
  for (const text of ['Größe der Öfen', 'die GRÖSSE DER ÖFEN.', 'größe\nder – öfen!'])
    expect([text, phrase!.test(text)]).toEqual([text, true])
  for (const text of ['Grosse der Ofen', 'Übergröße der Öfen', 'Größe der Öfenbank', 'Größe Öfen'])
    expect([text, phrase!.test(text)]).toEqual([text, false])
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
