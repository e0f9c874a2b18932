import { expect, test } from 'vitest'
import { lineText } from '../text/page-text.ts'
import { withDropCaps } from './drop-caps.ts'
import { line, PAGE } from './testing/printed-lines.ts'

const begun = (dropCap: string, text: string, known: { [word: string]: number } = {}) =>
  withDropCaps(
    [line(dropCap, 60, 98, { size: 20 }), line(text, 82, 100), line('und noch eine Zeile', 82, 112)],
    PAGE,
    new Map(Object.entries(known)),
  ).map(lineText)

test('a drop cap is the first letter of the line beside it', () => {
  expect(begun('D', 'er Winter kommt')).toEqual(['Der Winter kommt', 'und noch eine Zeile'])
  expect(begun('„E', 's ist kalt')).toEqual(['„Es ist kalt', 'und noch eine Zeile'])
})

test('a letter that is a word stays one, unless the whole is a word of the issue', () => {
  expect(begun('A', 'long time ago', { long: 3 })[0]).toBe('A long time ago')
  expect(begun('A', 'bove the clouds', { above: 1 })[0]).toBe('Above the clouds')
})

test('a large letter with nothing beside it, and a letter of the size of the text, are left alone', () => {
  const alone = [line('D', 60, 98, { size: 32 }), line('weit entfernt', 300, 100)]
  expect(withDropCaps(alone, PAGE, new Map())).toEqual(alone)
  const small = [line('D', 60, 100), line('er Winter', 66, 100)]
  expect(withDropCaps(small, PAGE, new Map())).toEqual(small)
})
