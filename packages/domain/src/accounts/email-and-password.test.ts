import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_PATTERN, emailError, passwordError } from './rules.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzäöüßéABCDEF0123456789'
const word = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: min, maxLength: max })
const name = fc
  .array(word(1, 8), { minLength: 1, maxLength: 4 })
  .chain((words) => fc.constantFrom('.', '-', '_', '+').map((by) => words.join(by)))
const host = fc.tuple(fc.array(word(1, 12), { minLength: 1, maxLength: 3 }), fc.constantFrom('at', 'de', 'example', 'museum'))
const address = fc.tuple(name, host).map(([local, [labels, top]]) => `${local}@${labels.join('.')}.${top}`)
const broken = fc.constantFrom(
  ' ',
  '\t',
  '\r\n',
  '\0',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u2028',
  '<',
  '>',
  '"',
  ',',
  ';',
  '(',
  ')',
  '\\',
  '@',
)

test.each([
  ['a@b.de', null],
  ['o’neill@example.org', null],
  ["d'arc+presse@mail.example.org", null],
  ['grüße@müller.example', null],
  ['', 'required'],
  ['abc', 'email'],
  ['a@b', 'email'],
  ['a b@c.de', 'email'],
  ['a@b..de', 'email'],
  ['.a@b.de', 'email'],
  ['a.@b.de', 'email'],
  ['a..b@c.de', 'email'],
  ['почта@пример.рф', null],
  ['post@xn--e1afmkfd.xn--p1ai', null],
  ['a@-b.de', 'email'],
  ['mira＠example.org', 'email'],
  [`${'a'.repeat(65)}@example.org`, 'email'],
  [`${'a'.repeat(63)}@${`${'b'.repeat(60)}.`.repeat(3)}example`, null],
  [`${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`, 'maxlength'],
])('the error of the address %j is %j', (email, fault) => {
  expect(emailError(email)).toBe(fault)
})

test('form and server accept every ordinary address', () => {
  fc.assert(
    fc.property(address, (email) => {
      expect(emailError(email)).toBeNull()
      expect(new RegExp(`^(?:${EMAIL_PATTERN})$`, 'v').test(email)).toBe(true)
    }),
  )
})

test('rejects an address with any blank, invisible or control character', () => {
  fc.assert(
    fc.property(address, broken, fc.nat(), (email, character, place) => {
      const at = place % (email.length + 1)
      expect(emailError(email.slice(0, at) + character + email.slice(at))).toBe('email')
    }),
  )
})

test('an accepted address has one @, a top-level domain and no line break', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }), (local, domain) => {
      const email = `${local}@${domain}`
      if (emailError(email) !== null) return
      expect(email.split('@')).toHaveLength(2)
      expect(email).toMatch(/\.\p{L}{2,}$/u)
      expect(email).not.toMatch(/[\s\p{C}]/u)
    }),
    { numRuns: 1000 },
  )
})

const dense = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 160 }).map((text) => text.replace(/\s/gu, 'x'))

test.each([
  ['registration', 6],
  ['change', 3],
] as const)('for %s a password without white space may have %i to 100 characters', (bounds, min) => {
  fc.assert(
    fc.property(dense, (password) => {
      const fault = password.length < min ? 'minlength' : password.length > 100 ? 'maxlength' : null
      expect(passwordError(password, bounds)).toBe(fault)
    }),
  )
  for (const [length, fault] of [
    [min - 1, 'minlength'],
    [min, null],
    [100, null],
    [101, 'maxlength'],
  ] as const)
    expect(passwordError('p'.repeat(length), bounds)).toBe(fault)
})

test('rejects a password with any white space', () => {
  const blank = fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\u3000', '\u2028')
  fc.assert(
    fc.property(dense, blank, fc.nat(), (password, character, place) => {
      const at = place % (password.length + 1)
      expect(passwordError(password.slice(0, at) + character + password.slice(at))).toBe('passwordPattern')
    }),
  )
})
