import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [
    'de',
    'Im Tal liegt noch Schnee, und auf der Alm werden die ersten Wege frei. Das ist nicht neu, aber es wird mit Freude erzählt.',
  ],
  [
    'en',
    'There is still snow in the valley, and the first paths of the year are open. That is not new, but it was told with joy.',
  ],
  [
    'fr',
    'La neige est encore dans la vallée, et les premiers sentiers sont ouverts. Ce ne sont pas des nouvelles, mais on les raconte avec joie.',
  ],
])('detects %s by its common words', (language, text) => expect(languageOf(text)).toBe(language))

test('does not take an unsupported language for another', () => {
  const text =
    'toki pona li toki pi pona mute. jan ale li ken kama sona e ona. mi wile e ni: sina sona e toki ni la sina pilin pona. '
  expect(languageOf(text.repeat(10))).toBeNull()
})

test('names and numbers have no language', () => {
  expect(languageOf('Meier 12 Huber 14 Gruber 0:3 Wagner')).toBeNull()
  expect(languageOf('')).toBeNull()
})
