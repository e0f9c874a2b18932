import { PASSWORD, TEXT } from './terms.ts'

/** Key of a message under VALIDATION (section 5). */
export type Fault = 'required' | 'email' | 'minlength' | 'maxlength' | 'passwordPattern' | 'passwordsDontMatch'

/** something@something.tld, no blanks, no control characters; the one pattern of all forms. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const EMAIL = /^[^\s@"<>(),:;[\]\\\u0000-\u001f\u007f]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u
/** The same for the `pattern` of an input. */
export const EMAIL_PATTERN = '[^\\s@]+@[^\\s@]+\\.[^\\s@]+'

export function emailFault(email: string): Fault | null {
  if (email === '') return 'required'
  if (email.length > TEXT.email) return 'maxlength'
  return EMAIL.test(email) && !/\.\./.test(email) ? null : 'email'
}

/** `registration` also holds for recovery: 6 to 100 without white space; `change` 3 to 100 (section 5). */
export function passwordFault(password: string, bounds: keyof typeof PASSWORD = 'registration'): Fault | null {
  const { min, max } = PASSWORD[bounds]
  if (password === '') return 'required'
  if (/\s/u.test(password)) return 'passwordPattern'
  if (password.length < min) return 'minlength'
  return password.length > max ? 'maxlength' : null
}

export function repeatFault(password: string, repeat: string): Fault | null {
  if (repeat === '') return 'required'
  return password === repeat ? null : 'passwordsDontMatch'
}

/** A line of text a person wrote: no line breaks or control characters that could forge a header. */
export function textFault(text: string, max: number): Fault | null {
  if (text.trim() === '') return 'required'
  return text.length > max ? 'maxlength' : null
}

/** Section 3: a session always has a first name; without one it is the address before the @ (decision 9). */
export function firstnameOf(account: { firstname: string; email: string }): string {
  return account.firstname || account.email.split('@')[0]!
}
