import { PASSWORD, TEXT } from './limits.ts'

/** Message key under VALIDATION. */
export type ValidationError = 'required' | 'email' | 'minlength' | 'maxlength' | 'passwordPattern' | 'passwordsDontMatch'

/** Pattern for something@something.tld without blanks and invisible characters, used by all forms. */
const EMAIL =
  /^[^\s@"<>(),:;[\]\\\p{C}\p{Z}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu
/** The same for the `pattern` of an input. */
export const EMAIL_PATTERN = '[^\\s@]+@[^\\s@]+\\.[^\\s@]+'

export function emailError(email: string): ValidationError | null {
  if (email === '') return 'required'
  if (email.length > TEXT.email) return 'maxlength'
  // A local part does not begin or end with a dot, or contain two in a row (RFC 5321).
  return EMAIL.test(email) && !/^\.|\.[.@]/.test(email) && email.search(STACKED) < 0 ? null : 'email'
}

/**
 * Validates a password. `registration` (6 to 100 characters) also applies to recovery, `change` allows 3 to 100. No white
 * space.
 */
export function passwordError(password: string, bounds: keyof typeof PASSWORD = 'registration'): ValidationError | null {
  const { min, max } = PASSWORD[bounds]
  if (password === '') return 'required'
  if (/\s/u.test(password)) return 'passwordPattern'
  if (password.length < min) return 'minlength'
  return password.length > max ? 'maxlength' : null
}

export function repeatError(password: string, repeat: string): ValidationError | null {
  if (repeat === '') return 'required'
  return password === repeat ? null : 'passwordsDontMatch'
}

/** Validates text entered by a person; text without visible characters counts as empty. */
export function textError(text: string, max: number): ValidationError | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return 'required'
  return text.length > max ? 'maxlength' : null
}

/** Line breaks and control characters could inject a mail header, direction marks could disguise text. */
const ODD = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u202a-\u202e\u2066-\u2069]/u
/** More accents on one letter than any script uses, after the first ten: they would cover the lines above and below. */
export const STACKED = /(\p{M}{10})\p{M}+/gu
/** Letters of any script and joining characters: "Anne-Marie", "O’Neill", "Dr. Weiß jun." */
const NAME = /^[\p{L}\p{M}\p{N}\p{Zs}\p{Join_C}'’‘ʼ.,·()/&-]+$/u

/** Validates one line of text; returns `characters` if it contains forbidden characters or too many accents on one letter. */
export function lineError(text: string, max: number): ValidationError | 'characters' | null {
  return textError(text, max) ?? (ODD.test(text) || text.search(STACKED) >= 0 ? 'characters' : null)
}

/** Validates the name of a person. */
export function nameError(name: string, max: number): ValidationError | 'characters' | null {
  return textError(name, max) ?? (NAME.test(name) && name.search(STACKED) < 0 ? null : 'characters')
}

/** Shortens an address to "m***@example.org", which its owner recognises and nobody else can use. */
export function shortenedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}***${email.slice(at)}`
}

/** Returns the first name of an account; the default is the local part of the address (ADR-0171). */
export function firstnameOf(account: { firstname: string; email: string }): string {
  return account.firstname || account.email.split('@')[0]!
}
