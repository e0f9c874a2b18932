import { PASSWORD, TEXT } from './terms.ts'

/** Key of a message under VALIDATION (section 5). */
export type Fault = 'required' | 'email' | 'minlength' | 'maxlength' | 'passwordPattern' | 'passwordsDontMatch'

/** something@something.tld, no blanks, nothing invisible; the one pattern of all forms. */
const EMAIL =
  /^[^\s@"<>(),:;[\]\\\p{C}\p{Z}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu
/** The same for the `pattern` of an input. */
export const EMAIL_PATTERN = '[^\\s@]+@[^\\s@]+\\.[^\\s@]+'

export function emailFault(email: string): Fault | null {
  if (email === '') return 'required'
  if (email.length > TEXT.email) return 'maxlength'
  // No mailbox begins or ends with a dot, or has two in a row (RFC 5321).
  return EMAIL.test(email) && !/^\.|\.[.@]/.test(email) ? null : 'email'
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

/** Text that a person wrote; what nobody can see is nothing. */
export function textFault(text: string, max: number): Fault | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return 'required'
  return text.length > max ? 'maxlength' : null
}

/** Line breaks and control characters could forge a header of a mail, direction marks a false reading. */
const ODD = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u202a-\u202e\u2066-\u2069]/u
/** Letters of any script and what joins them: "Anne-Marie", "O’Neill", "Dr. Weiß jun." */
const NAME = /^[\p{L}\p{M}\p{N}\p{Zs}\p{Join_C}'’‘ʼ.,·()/&-]+$/u

/** One line of text; `characters`: it holds some that no line has. */
export function lineFault(text: string, max: number): Fault | 'characters' | null {
  return textFault(text, max) ?? (ODD.test(text) ? 'characters' : null)
}

/** The name of a person. */
export function nameFault(name: string, max: number): Fault | 'characters' | null {
  return textFault(name, max) ?? (NAME.test(name) ? null : 'characters')
}

/** "m***@example.org": enough to know it again, too little for whoever reads along. */
export function shortenedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}***${email.slice(at)}`
}

/** Section 3: a session always has a first name; without one it is the address before the @ (decision 9). */
export function firstnameOf(account: { firstname: string; email: string }): string {
  return account.firstname || account.email.split('@')[0]!
}
