import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineFault, nameFault, textFault } from './rules.ts'
import { TEXT } from './terms.ts'

test.each([
  'Mira',
  'Anne-Marie',
  'O’Neill',
  "D'Angelo",
  'Dr. Weiß jun.',
  '李小龙',
  'Ñandú',
  'สมชาย',
  'می\u200cخواهم',
  'Jean & Marie',
  'e\u0301va',
])('%s is a name', (name) => {
  expect(nameFault(name, TEXT.name)).toBeNull()
})

test.each([
  '<b>Mira</b>',
  'a\r\nBcc: b',
  'Mira <mira@example.org>',
  `'; drop table accounts; --`,
  '\u202earim',
  'x=1',
  'a\u2028b',
  'a\0b',
])('%j is none', (name) => {
  expect(nameFault(name, TEXT.name)).toBe('characters')
})

test('what nobody can see is nothing', () => {
  for (const text of ['', '   ', '\u200b', '\u200d\u2060', '\ufeff', '\u00a0\t\n'])
    for (const faultOf of [textFault, lineFault, nameFault]) expect(faultOf(text, 10), JSON.stringify(text)).toBe('required')
})

test('a line that is fine can forge no header and no reading, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (line) => {
      fc.pre(lineFault(line, TEXT.name) === null)
      expect(line.length).toBeLessThanOrEqual(TEXT.name)
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
    { numRuns: 500 },
  )
})

test('every name is a line, and needs no escaping in a mail’s header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      fc.pre(nameFault(name, TEXT.name) === null)
      expect(lineFault(name, TEXT.name)).toBeNull()
      expect(name).not.toMatch(/[<>"@;:\\[\]]/)
    }),
    { numRuns: 500 },
  )
})
