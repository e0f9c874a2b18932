// What the commands title, publisher and issue share: fields typed as text, and why a change is not possible.
import type { ChangeContext } from '@kiosk/backend/context'
import { printable } from '@kiosk/backend/printable'
import { ApiError, type ErrorCode } from '@kiosk/domain/errors'
import type { z } from 'zod'
import { withChanges } from './with-database.ts'

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such title, issue, publisher or category.',
  title_key_taken: 'Another title has this key.',
  plans_not_nested: 'The dearer plans of a market must be included, too. "price list" shows the plans.',
  publisher_name_taken: 'There is a publisher with this name.',
  publisher_has_titles: 'The publisher has titles. Assign them to another one first.',
  withdrawn_already: 'The issue is withdrawn already.',
  published_already: 'The issue is not withdrawn.',
  time_is_past: 'That time is past.',
}

/** Makes a change and prints why if it is not possible. @returns exit code */
export function change(make: (ctx: ChangeContext) => Promise<string>): Promise<number> {
  return withChanges(async (ctx) => {
    try {
      console.log(printable(await make(ctx)))
      return 0
    } catch (error) {
      const reason = error instanceof ApiError && (REASONS[error.code] ?? wrongInput(error))
      if (!reason) throw error
      console.error(`${reason} Nothing has changed.`)
      return 1
    }
  })
}

function wrongInput({ code, field, words }: ApiError): string | false {
  if (code !== 'wrong_input') return false
  return words === 'VALIDATION.reasonNeeded' ? 'This decides who may read: give a reason with --why.' : `Invalid: ${field}.`
}

const NONE = 'none'

/**
 * Parses the value of a field: "none" for no value, commas between the values of a list, "yes" or "no".
 * @throws ApiError wrong_input
 */
export function fieldValue<Shape extends Record<string, z.ZodType>>(shape: Shape, name: keyof Shape & string, typed: string) {
  const schema = shape[name]
  if (!schema) throw new ApiError('wrong_input', `${name}; fields are ${Object.keys(shape).join(', ')}`)
  const list = typed.split(',').map((each) => each.trim())
  const flag = { yes: true, no: false }[typed]
  for (const value of [typed === NONE ? null : undefined, typed, list, Number(typed), flag]) {
    if (value === undefined) continue
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
  }
  throw new ApiError('wrong_input', `${name} "${typed}"`)
}
