import { z } from 'zod'
import { emailFault, lineFault, nameFault, passwordFault, textFault } from './rules.ts'
import type { PASSWORD } from './terms.ts'
import { TEXT } from './terms.ts'

/** Fields of forms; the message of what is wrong is a key under VALIDATION where section 5 has one. */
function checkedBy(faultOf: (value: string) => string | null) {
  return z.string().check(({ value, issues }) => {
    const fault = faultOf(value)
    if (fault) issues.push({ code: 'custom', message: `VALIDATION.${fault}`, input: value })
  })
}

export const Email = z
  .string()
  .trim()
  .normalize('NFC')
  .pipe(checkedBy(emailFault))
  .meta({ examples: ['mara@example.org'] })
export const Password = (bounds: keyof typeof PASSWORD) =>
  checkedBy((value) => passwordFault(value, bounds)).meta({ examples: ['Murmeltier-am-Grat'] })
/** One line of text. */
export const Line = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => lineFault(value, max)))
/** The name of a person. */
export const Name = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => nameFault(value, max)))
/** Text of several lines; control characters are dropped. */
export const Paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .pipe(checkedBy((value) => textFault(value, max)))
    .transform((value) => value.replace(/[^\P{Cc}\t\n\r]/gu, ''))
/** A note about where somebody came from: kept as far as it fits, never refused. */
export const Trace = (max: number) =>
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
    .transform((value) => value.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, max))
    .default('')
export const Switch = z
  .string()
  .meta({ examples: ['true'] })
  .pipe(z.stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', ''] }))
/** Where somebody came from, as registration (section 3) and till are told it. */
export const traceFields = {
  utmSource: Trace(TEXT.name),
  utmMedium: Trace(TEXT.name),
  utmContent: Trace(TEXT.name),
  utmCampaign: Trace(TEXT.name),
  referrer: Trace(TEXT.address),
}
/** An id of a reference list; empty = not chosen. */
export const OptionalId = z
  .string()
  .regex(/^\d{0,4}$/)
  .meta({ examples: ['3'] })
  .transform((value) => (value === '' ? null : Number(value)))
  .optional()
/** What came back from a link or another program: never longer than ours are. */
export const Token = z.string().min(1).max(4096)
