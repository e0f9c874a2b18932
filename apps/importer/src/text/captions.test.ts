import { expect, test } from 'vitest'
import { captionsApart } from './captions.ts'

const part = (text: string, heading = false) => ({ text, heading, size: 10, page: 1 })
const separated = (...texts: string[]) =>
  captionsApart(
    texts.map((text) => part(text)),
    10,
  ).map(({ text, caption }) => [text, caption ?? false])

test('a sentence interrupted by an image is joined, and the caption follows it', () => {
  expect(separated('Sie könnten ihre Ener-', 'Abbildung 1: Die Orte', 'gie anders nutzen.', 'Danach.')).toEqual([
    ['Sie könnten ihre Energie anders nutzen.', false],
    ['Abbildung 1: Die Orte', true],
    ['Danach.', false],
  ])
})

test('a caption between complete paragraphs stays in place; a sentence about a figure is not a caption', () => {
  expect(separated('Ein Satz.', 'Fig. 2. The valley', 'Noch einer.', 'Abbildung 3 zeigt das Tal.')).toEqual([
    ['Ein Satz.', false],
    ['Fig. 2. The valley', true],
    ['Noch einer.', false],
    ['Abbildung 3 zeigt das Tal.', false],
  ])
})

test('a short line in small print is a caption even without a label', () => {
  const small = { ...part('Die große Uhr geht wieder.'), size: 7 }
  const numbers = { ...part('47110815'), size: 7 }
  expect(captionsApart([part('Ein Satz.'), small, numbers], 10).map(({ caption }) => caption ?? false)).toEqual([
    false,
    true,
    false,
  ])
})

test('more captions follow each other than a call may have arguments', () => {
  const captions = Array.from({ length: 150_000 }, () => ({ ...part('Foto: Ida Moos'), caption: true as const }))
  const ordered = captionsApart([...captions, part('Der Schnee liegt am Grat.')], 10)
  expect(ordered).toHaveLength(captions.length + 1)
  expect(ordered.at(-1)!.text).toBe('Der Schnee liegt am Grat.')
})
