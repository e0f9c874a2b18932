import { expect, test } from 'vitest'
import { withNoBreaks } from './no-breaks.ts'

/** Spaces at which no line ends are shown as "~". */
const shown = (text: string) => withNoBreaks(text).replaceAll('\u00a0', '~')

test('French punctuation stays with its word', () => {
  expect(shown('Vraiment ? Oui ; le refuge (« là-haut ») est ouvert : venez !')).toBe(
    'Vraiment~? Oui~; le refuge («~là-haut~») est ouvert~: venez~!',
  )
  expect(shown('« oui », dit-elle « encore » ?')).toBe('«~oui~», dit-elle «~encore~»~?')
  // The words between the two texts are a link.
  expect([shown('le « '), shown(' » du lac')]).toEqual(['le «~', '~» du lac'])
})

test('no line begins with a comma or a full stop', () => {
  expect(shown('das Haus [8] , und der See .')).toBe('das Haus [8]~, und der See~.')
  expect(shown('die Endung .py und 3 ,5')).toBe('die Endung .py und 3 ,5')
})

test('lines end before and after German quotation marks', () => {
  expect(shown('Sie sagte »Ja« und »Nein«. «Oui», dit-elle.')).toBe('Sie sagte »Ja« und »Nein«. «Oui», dit-elle.')
})

test('a number stays with its sign', () => {
  expect(shown('18,5 % der Gäste zahlten 12 € für 3 Nächte')).toBe('18,5~% der Gäste zahlten 12~€ für 3 Nächte')
})

test('every other character stays', () => {
  const text = ' :a ::  « » "ja" (um 12 : 30 Uhr) http://example.org/ ? a:b'
  expect(withNoBreaks(text).replaceAll('\u00a0', ' ')).toBe(text)
})
