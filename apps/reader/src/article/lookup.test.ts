import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAway, lookedUp, wordPlaces } from './lookup.ts'

test('turns a selection into search words', () => {
  expect(lookedUp(' Hafen, ')).toBe('Hafen')
  expect(lookedUp('Was-\nser')).toBe('Wasser')
  expect(lookedUp('Schiff\u00adfahrt')).toBe('Schifffahrt')
  expect(lookedUp('„der  alte\nHafen“')).toBe('der alte Hafen')
})

test('ignores empty selections, punctuation and whole paragraphs', () => {
  for (const selection of ['', ' – ', 'ein zwei drei vier fünf sechs sieben', 'x'.repeat(81)])
    expect(lookedUp(selection)).toBeNull()
})

test('a lookup is one line that begins and ends with a letter or digit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (selection) => {
      const words = lookedUp(selection)
      if (words !== null) expect(words).toMatch(/^[\p{L}\p{N}]([^\n]*[\p{L}\p{N}])?$/u)
    }),
  )
})

test('finds the positions of words in a text', () => {
  const text = 'Der Hafen, heute: l’été.'
  expect(wordPlaces(text, 'de').map(({ start, end }) => text.slice(start, end))).toEqual(['Der', 'Hafen', 'heute', 'l’été'])
  expect(wordPlaces('a b', 'no language at all')).toHaveLength(2)
})

test('moving a line up or down selects the nearest word', () => {
  const box = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 16 })
  const boxes = [box(0, 0), box(50, 0), box(0, 20), box(50, 20), box(300, 20)]
  expect(lineAway(boxes, 1, 1)).toBe(3)
  expect(lineAway(boxes, 3, -1)).toBe(1)
  expect(lineAway(boxes, 2, 1)).toBe(2)
  expect(lineAway([], 0, 1)).toBe(0)
})
