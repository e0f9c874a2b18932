import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Paragraphs } from './input.ts'
import { TEXT } from './limits.ts'
import { emailError, lineError, nameError, textError } from './rules.ts'

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
])('accepts the name %s', (name) => {
  expect(nameError(name, TEXT.name)).toBeNull()
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
])('rejects the name %j', (name) => {
  expect(nameError(name, TEXT.name)).toBe('characters')
})

test('rejects accents that are stacked over the lines above', () => {
  const burmese = 'ကျွှေော့်'
  for (const errorOf of [nameError, lineError]) {
    expect(errorOf(`Mi${'\u0301'.repeat(11)}ra`, TEXT.name)).toBe('characters')
    for (const name of [burmese, `Mi${'\u0301'.repeat(10)}ra`]) expect(errorOf(name, TEXT.name)).toBeNull()
  }
  expect(emailError(`a${'\u0301'.repeat(11)}@example.org`)).toBe('email')
  expect(Paragraphs(TEXT.message).parse(`a${'\u0301'.repeat(4000)} b`)).toBe(`a${'\u0301'.repeat(10)} b`)
})

test('treats invisible text as empty', () => {
  for (const text of ['', '   ', '\u200b', '\u200d\u2060', '\ufeff', '\u00a0\t\n'])
    for (const errorOf of [textError, lineError, nameError]) expect(errorOf(text, 10), JSON.stringify(text)).toBe('required')
})

test('an accepted line cannot inject a header or change the reading direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (line) => {
      fc.pre(lineError(line, TEXT.name) === null)
      expect(line.length).toBeLessThanOrEqual(TEXT.name)
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
    { numRuns: 500 },
  )
})

test('every name is a valid line and needs no escaping in a mail header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      fc.pre(nameError(name, TEXT.name) === null)
      expect(lineError(name, TEXT.name)).toBeNull()
      expect(name).not.toMatch(/[<>"@;:\\[\]]/)
    }),
    { numRuns: 500 },
  )
})
