import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_SENTENCE_CHARACTERS, sentencesOf } from './sentences.ts'

const texts = (text: string, language = 'de') => sentencesOf(text, language).map((sentence) => sentence.text)

test('splits a text into sentences', () => {
  expect(texts('Der Hafen schläft. Wer wacht? Niemand! „Gute Nacht“, sagt sie.')).toEqual([
    'Der Hafen schläft.',
    'Wer wacht?',
    'Niemand!',
    '„Gute Nacht“, sagt sie.',
  ])
})

test('does not end a sentence at abbreviations, initials and dates', () => {
  expect(texts('Am 3. Mai kam Dr. Auer, z. B. mit dem Zug. Dann ging er.')).toEqual([
    'Am 3. Mai kam Dr. Auer, z. B. mit dem Zug.',
    'Dann ging er.',
  ])
  expect(texts('Mr. Fenn met J. Brae. They talked.', 'en')).toEqual(['Mr. Fenn met J. Brae.', 'They talked.'])
  expect(texts('Mme. Marceval est là. Elle attend.', 'fr')).toEqual(['Mme. Marceval est là.', 'Elle attend.'])
})

test('an English year ends a sentence', () => {
  expect(texts('There were 12. Nobody came.', 'en')).toEqual(['There were 12.', 'Nobody came.'])
})

test('splits text that is too long for a voice between words', () => {
  const long = Array.from({ length: 120 }, (_, index) => `Wort${index}${index % 17 === 0 ? ',' : ''}`).join(' ')
  const parts = texts(long)
  expect(parts.join(' ')).toBe(long)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(LONGEST_SENTENCE_CHARACTERS)
})

test('splits text in an unknown language', () => {
  expect(texts('Eins. Zwei.', 'not a language')).toEqual(['Eins.', 'Zwei.'])
})

test('a text of 40,000 abbreviations does not stop the page', () => {
  const began = performance.now()
  expect(texts('A. '.repeat(40_000)).every(({ length }) => length <= LONGEST_SENTENCE_CHARACTERS)).toBe(true)
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('sentences are in order at their positions, and no word is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', ',', '?', '3', '\n', 'ß'), maxLength: 900 }), (text) => {
      const found = sentencesOf(text, 'de')
      let before = 0
      for (const { start, end, text: words } of found) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(text.slice(start, end)).toBe(words)
        expect(words.length).toBeLessThanOrEqual(LONGEST_SENTENCE_CHARACTERS)
        before = end
      }
      const letters = (of: string) => of.replace(/[^\p{L}\p{N}]/gu, '')
      expect(letters(found.map(({ text }) => text).join(''))).toBe(letters(text))
    }),
  )
})
