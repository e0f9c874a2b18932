import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittedSize, lineWidth } from './sheet.ts'
import { broken, fitted, paragraphLines } from './typesetting.ts'

const words = fc.array(fc.stringMatching(/^[A-Za-zäöüß,.]{1,12}$/), { minLength: 1, maxLength: 60 }).map((all) => all.join(' '))
const setting = { face: 'serif', size: 10 } as const

test('broken lines keep every word in order, and none is wider than the column unless it is one word', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 40, max: 400 }), (text, width) => {
      const lines = broken(text, setting, width)
      expect(lines.join(' ')).toBe(text)
      for (const line of lines) if (line.includes(' ')) expect(lineWidth(line, setting)).toBeLessThanOrEqual(width)
    }),
  )
})

test('a fitted block never exceeds its maximum number of lines while it can still shrink', () => {
  fc.assert(
    fc.property(words, (text) => {
      const { size, lines } = fitted(text, { face: 'serif', width: 300, from: 40, to: 4, lines: 3 })
      if (size > 4) expect(lines.length).toBeLessThanOrEqual(3)
    }),
  )
})

test('a masthead fills the width it is fitted to', () => {
  const size = fittedSize('Höhenluft', 'playfairBlack', 500)
  expect(lineWidth('Höhenluft', { face: 'playfairBlack', size })).toBeCloseTo(500, 3)
})

test('the lines of a paragraph keep its text, hyphenated or not, within the column', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 60, max: 400 }), (text, width) => {
      const lines = paragraphLines(text, setting, width, 10)
      const again = lines.reduce((all, line) => all + (line.hyphenated ? line.text.slice(0, -1) : `${line.text} `), '')
      expect(again.trimEnd()).toBe(text)
      for (const line of lines)
        if (line.text.includes(' ')) expect(lineWidth(line.text, setting)).toBeLessThanOrEqual(width + 0.001)
    }),
  )
})

test('a long word is hyphenated where the line would have wide gaps', () => {
  const lines = paragraphLines('Die Nachbarin der Eisenbahnergenossenschaft wartet', setting, 120)
  expect(lines.some(({ hyphenated }) => hyphenated)).toBe(true)
})
