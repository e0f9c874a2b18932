import { expect, test } from 'vitest'
import { decodedTitle, headlineApart } from './headline.ts'

const heading = (text: string) => ({ text, heading: true })
const paragraph = (text: string) => ({ text, heading: false })
const separated = (parts: ReturnType<typeof heading>[], known: string) => {
  const { headline, rest } = headlineApart(parts, known)
  return [headline, ...rest.map(({ text }) => text)]
}

test('a headline that the outline shortened is replaced by the printed one, once', () => {
  expect(
    separated(
      [heading('„Lesen, dass ein anderer fühlt.“ Die Bücherei'), paragraph('Es gibt')],
      'Lesen, dass ein anderer fühlt. Die',
    ),
  ).toEqual(['„Lesen, dass ein anderer fühlt.“ Die Bücherei', 'Es gibt'])
  expect(separated([heading('Can Laptops Help? [0]'), paragraph('Following')], 'Can Laptops Help?')).toEqual([
    'Can Laptops Help?',
    'Following',
  ])
  expect(separated([heading('Editorial #31: Gefühle'), paragraph('In der')], 'Editorial #30: Gefühle')).toEqual([
    'Editorial #31: Gefühle',
    'In der',
  ])
})

test('removes a headline in two lines and the section next to it from the text, but not a sentence in capitals', () => {
  expect(
    separated(
      [paragraph('Über neunzehn'), paragraph('Brücken'), paragraph('BAHN'), paragraph('Der Zug'), paragraph('INSELN')],
      'Über neunzehn Brücken',
    ),
  ).toEqual(['Über neunzehn Brücken', 'Der Zug'])
  expect(separated([paragraph('HALT!'), paragraph('Der Zug')], 'Über neunzehn Brücken')).toEqual([
    'Über neunzehn Brücken',
    'HALT!',
    'Der Zug',
  ])
})

test('a title of an outline has its characters, and what is no name of one stays', () => {
  expect(decodedTitle('Wind &amp; Wetter &mdash; &constructor; &__proto__;')).toBe('Wind & Wetter — &constructor; &__proto__;')
})
