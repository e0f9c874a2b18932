import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('the strength of a password', () => {
  it.each([
    ['', 0],
    ['123456', 0],
    ['passwort', 0],
    ['Passwort1234', 0],
    ['aaaaaaaaaaaaaaaaaaaa', 0],
  ])('%s is guessed at once', (password, level) => {
    expect(passwordStrength(password)).toBe(level)
  })

  it('rewards length more than special characters', () => {
    expect(passwordStrength('kaffee-am-graben-um-vier')).toBe(4)
    expect(passwordStrength('X7$k!q')).toBeLessThan(2)
  })

  it('never falls when a new character is appended', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (password) => {
        expect(passwordStrength(`${password}-Q7!zK`)).toBeGreaterThanOrEqual(passwordStrength(password))
      }),
    )
  })
})
