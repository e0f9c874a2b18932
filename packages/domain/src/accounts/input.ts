import { z } from 'zod'
import { composed } from '../composed.ts'
import type { PASSWORD } from './limits.ts'
import { TEXT } from './limits.ts'
import { emailError, lineError, nameError, passwordError, STACKED, textError } from './rules.ts'

/** Returns a schema for a form field; its error message is a key under VALIDATION. */
function checkedBy(errorOf: (value: string) => string | null) {
  return z.string().check(({ value, issues }) => {
    const fault = errorOf(value)
    if (fault) issues.push({ code: 'custom', message: `VALIDATION.${fault}`, input: value })
  })
}

export const Email = z
  .string()
  .trim()
  .overwrite((value) => composed(value))
  .pipe(checkedBy(emailError))
  .meta({ examples: ['mara@example.org'] })
export const Password = (bounds: keyof typeof PASSWORD) =>
  checkedBy((value) => passwordError(value, bounds)).meta({ examples: ['Murmeltier-am-Grat'] })
/** One line of text. */
export const Line = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => lineError(value, max)))
/** The name of a person. */
export const Name = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => nameError(value, max)))
/** Text of several lines; control characters and stacked accents are dropped. */
export const Paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => textError(value, max)))
    .transform((value) => value.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(STACKED, '$1'))
/** An attribution note: truncated to fit, never rejected. */
export const Attribution = (max: number) =>
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
    .transform((value) => value.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, max))
    .default('')
export const Switch = z
  .string()
  .meta({ examples: ['true'] })
  .pipe(z.stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', ''] }))
/** Attribution, as sent to registration and checkout. */
export const attributionFields = {
  utmSource: Attribution(TEXT.name),
  utmMedium: Attribution(TEXT.name),
  utmContent: Attribution(TEXT.name),
  utmCampaign: Attribution(TEXT.name),
  referrer: Attribution(TEXT.address),
}
/** An id from a reference list; empty = not chosen. */
export const OptionalId = z
  .string()
  .regex(/^\d{0,4}$/)
  .meta({ examples: ['3'] })
  .transform((value) => (value === '' ? null : Number(value)))
  .optional()
/** A token or value returned by a link or another service: never longer than ours. */
export const Token = z.string().min(1).max(4096)
