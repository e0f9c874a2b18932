import { expect, test } from 'vitest'
import { isAdvertisementMark, isCredit, isInterrupted, jumpedFrom, jumpIn, offersIn } from './phrases.ts'

test.each([
  ['Fortsetzung auf Seite 3', 3, ''],
  ['Fortsetzung Seite 12', 12, ''],
  ['Brücken: Fortsetzung auf Seite 3', 3, 'Brücken'],
  ['Mehr dazu auf Seite 7', 7, ''],
  ['Continued on page 4: Bridges', 4, 'Bridges'],
  ['Suite page 4', 4, ''],
  ['Lire la suite page 11', 11, ''],
  ['→ 12', 12, ''],
  ['-> 12', 12, ''],
  ['» Seite 9', 9, ''],
])('"%s" goes on on page %i', (text, page, word) => expect(jumpIn(text)).toEqual({ page, word }))

test.each([
  ['Fortsetzung von Seite 1', 1, ''],
  ['Bridges, continued from page 1', 1, 'Bridges'],
  ['Suite de la page 2', 2, ''],
])('"%s" comes from page %i', (text, page, word) => expect(jumpedFrom(text)).toEqual({ page, word }))

test('sentences about pages say neither that a text goes on nor that it is continued', () => {
  for (const text of [
    'Auf Seite 3 steht alles.',
    'Die Fortsetzung folgt',
    'Page',
    'See you',
    '12',
    'the council said in March (see page 12) that it',
    'Das Amt, mehr auf Seite 3 dieser',
    'le conseil (voir page 4) et',
  ])
    expect([jumpIn(text), jumpedFrom(text)]).toEqual([null, null])
})

test('a word alone marks an advertisement, not a sentence that begins with it', () => {
  for (const text of ['ANZEIGE', '– Anzeige –', 'Entgeltliche Einschaltung', 'Advertisement', 'Publicité']) {
    expect([text, isAdvertisementMark(text)]).toEqual([text, true])
  }
  for (const text of ['Anzeige gegen Unbekannt', 'Werbung wirkt', 'Anzeige.', 'promotion.'])
    expect([text, isAdvertisementMark(text)]).toEqual([text, false])
})

test('a credit names who made a picture; a sentence about pictures is none', () => {
  for (const text of ['Foto: Ida Lind', '© Agentur', 'Photo by J. Ellery', 'Bild: Archiv']) expect(isCredit(text)).toBe(true)
  for (const text of [
    'Fotos zeigen die Brücke',
    'Bilder von der Front zeigen, dass',
    'photos by the police show',
    'Bild von Wien',
  ])
    expect([text, isCredit(text)]).toEqual([text, false])
})

test('a price and an address are two signs of an offer', () => {
  expect(offersIn('nur 19,90 € auf www.laden.example')).toBeGreaterThanOrEqual(2)
})

test('an article that says more elsewhere goes on below, one that is continued does not', () => {
  for (const text of ['Fortsetzung auf Seite 3', 'Brücken: Continued on page 4', 'Suite page 4', '→ 12'])
    expect([text, isInterrupted(text)]).toEqual([text, true])
  for (const text of ['Mehr dazu auf Seite 7', 'See page 12', 'Voir page 4'])
    expect([text, isInterrupted(text)]).toEqual([text, false])
})
