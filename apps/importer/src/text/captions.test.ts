import { expect, test } from 'vitest'
import { captionsApart } from './captions.ts'

const part = (text: string, heading = false) => ({ text, heading, size: 10, page: 1 })
const told = (...texts: string[]) =>
  captionsApart(
    texts.map((text) => part(text)),
    10,
  ).map(({ text, caption }) => [text, caption ?? false])

test('a sentence that a picture interrupts is whole again, and the caption follows it', () => {
  expect(told('Sie könnten ihre Ener-', 'Abbildung 1: Die Orte', 'gie anders nutzen.', 'Danach.')).toEqual([
    ['Sie könnten ihre Energie anders nutzen.', false],
    ['Abbildung 1: Die Orte', true],
    ['Danach.', false],
  ])
})

test('between whole paragraphs a caption stays where it is; a sentence about a figure is none', () => {
  expect(told('Ein Satz.', 'Fig. 2. The valley', 'Noch einer.', 'Abbildung 3 zeigt das Tal.')).toEqual([
    ['Ein Satz.', false],
    ['Fig. 2. The valley', true],
    ['Noch einer.', false],
    ['Abbildung 3 zeigt das Tal.', false],
  ])
})

test('a short line in small print is a caption though it does not say so', () => {
  const small = { ...part('Die große Uhr geht wieder.'), size: 7 }
  const numbers = { ...part('47110815'), size: 7 }
  expect(captionsApart([part('Ein Satz.'), small, numbers], 10).map(({ caption }) => caption ?? false)).toEqual([
    false,
    true,
    false,
  ])
})
