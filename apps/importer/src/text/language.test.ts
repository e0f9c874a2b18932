import { expect, test } from 'vitest'
import { languageOf, languageOfArticle } from './language.ts'

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
  [
    'lb',
    'Am Dall läit nach Schnéi, a mat der Sonn ginn déi éischt Weeër op. Dat ass net nei, mee et gouf vun de Leit mat Freed erzielt, an och fir si.',
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

const GERMAN =
  'Im Tal liegt noch Schnee, und auf der Alm werden die ersten Wege frei. Das ist nicht neu, aber es wird mit Freude erzählt. Wer früh aufbricht, hat den Weg für sich, und die Sonne ist mit dem ersten Licht auf dem Grat.'
const FRENCH =
  'La neige est encore dans la vallée, et les premiers sentiers sont ouverts. Ce ne sont pas des nouvelles, mais on les raconte avec joie. Qui part tôt a le chemin pour lui, et le soleil est sur la crête avec les premières lueurs.'
const ARABIC =
  'ما زال الثلج في الوادي، وقد انفتحت أولى الدروب على المرتفعات. ليس هذا خبرا جديدا، لكن الناس يروونه بفرح. من يخرج باكرا يجد الطريق له وحده، وتكون الشمس مع أول الضوء على القمة. ثم يعود الجميع عند المساء إلى البيوت القريبة من النهر.'

test('the language of an article is found if its text is clearly in one', () => {
  expect(languageOfArticle(FRENCH)).toBe('fr')
  expect(languageOfArticle(GERMAN)).toBe('de')
  expect(languageOfArticle(`${GERMAN} ${GERMAN} ${FRENCH.slice(0, 120)}`)).toBe('de')
})

test('a short text and one in two languages have none', () => {
  expect(languageOfArticle(FRENCH.slice(0, 120))).toBeNull()
  expect(languageOfArticle(`${GERMAN} ${FRENCH}`)).toBeNull()
  expect(languageOfArticle('')).toBeNull()
})

test('the script of an article is known where its language is not', () => {
  expect(languageOfArticle(ARABIC)).toBe('und-Arab')
})
