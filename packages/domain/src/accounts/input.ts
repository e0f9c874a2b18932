import { z } from 'zod'
import { emailFault, passwordFault, textFault } from './rules.ts'
import type { PASSWORD } from './terms.ts'

/** Fields of forms; the message of what is wrong is a key under VALIDATION. */
function checkedBy(faultOf: (value: string) => string | null) {
  return z.string().check(({ value, issues }) => {
    const fault = faultOf(value)
    if (fault) issues.push({ code: 'custom', message: `VALIDATION.${fault}`, input: value })
  })
}

export const Email = z.string().trim().pipe(checkedBy(emailFault))
export const Password = (bounds: keyof typeof PASSWORD) => checkedBy((value) => passwordFault(value, bounds))
/** One line of text. */
export const Line = (max: number) =>
  z
    .string()
    .trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks could forge a header of a mail
    .pipe(checkedBy((value) => textFault(value, max) ?? (/[\u0000-\u001f\u007f\u2028\u2029]/.test(value) ? 'required' : null)))
/** Text of several lines. */
export const Paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => textFault(value, max)))
/** A note about where somebody came from: kept as far as it fits, never refused. */
export const Trace = (max: number) =>
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
    .transform((value) => value.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, max))
    .default('')
export const Switch = z.stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', ''] })
/** An id of a reference list; empty = not chosen. */
export const OptionalId = z.union([z.literal('').transform(() => null), z.coerce.number().int().positive().max(9999)]).optional()
/** What came back from a link or another program: never longer than ours are. */
export const Token = z.string().min(1).max(4096)
