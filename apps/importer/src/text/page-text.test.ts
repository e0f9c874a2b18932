import { expect, test } from 'vitest'
import { line } from '../page-model/testing/printed-lines.ts'
import { runningText } from './page-text.ts'

const textOf = (...lines: string[]) =>
  runningText(
    lines.map((text) => line(text, 0, 0)),
    ' ',
  )

test('a word that goes on in the next line loses its hyphen, a compound and the first of two halves keep it', () => {
  expect(textOf('Der Zeitungs-', 'kiosk am See')).toBe('Der Zeitungskiosk am See')
  expect(textOf('Der Nachfolge-', 'Verein am See')).toBe('Der Nachfolge-Verein am See')
  expect(textOf('die Nord-', 'und Südwand')).toBe('die Nord- und Südwand')
  expect(textOf('DIE NORD-', 'UND SÜDWAND')).toBe('DIE NORD- UND SÜDWAND')
  expect(textOf('im Sommer –', 'Immer')).toBe('im Sommer – Immer')
})

test('a line that is marked as a compound keeps its hyphen', () => {
  expect(runningText([line('a high-', 0, 0, { compound: true }), line('level hut', 0, 12)], ' ')).toBe('a high-level hut')
})

test.each([
  [['doi https://doi.org/10.1007/', '978-1-4757-', '4145-2_7 (2004)'], 'doi https://doi.org/10.1007/978-1-4757-4145-2_7 (2004)'],
  [['siehe https://example.org/berg-', 'und-tal/huette.html.'], 'siehe https://example.org/berg-und-tal/huette.html.'],
  [['https://example.org/index.php?', 'seite=12'], 'https://example.org/index.php?seite=12'],
  [['https://example.org/huette.', 'htm.'], 'https://example.org/huette.htm.'],
  [['(2019) https:', '//doi.org/10.1/2'], '(2019) https://doi.org/10.1/2'],
  [['unter https://example.org/a.', '1365-2966.x'], 'unter https://example.org/a.1365-2966.x'],
])('an address that goes on in the next line has no space: %j', (lines, text) => {
  expect(textOf(...lines)).toBe(text)
})

test.each([
  ['mehr bei https://example.org/', 'heute und morgen'],
  ['mehr bei https://example.org/', '2016 und 2017'],
  ['mehr bei https://example.org/', 'z.B. heute'],
  ['mehr bei https://example.org.', 'Am See'],
  ['mehr bei https://example.org', 'oder 0664/12'],
])('text behind an address is not a part of it: "%s" "%s"', (first, next) => {
  expect(textOf(first, next)).toBe(`${first} ${next}`)
})
