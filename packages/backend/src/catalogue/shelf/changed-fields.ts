import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@kiosk/domain/errors'

/** Fields that a call may leave out. */
export type SomeOf<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }
/** `before`: what the person saw. */
export type FieldChange<Fields> = { changes: SomeOf<Fields>; before?: SomeOf<Fields> | undefined }

/**
 * Returns the fields that a person really changes, with their values before and after.
 * @throws ApiError changed_meanwhile if a value is no longer what the person saw
 */
export function changedFields<Fields extends object>(
  current: Fields,
  { changes, before }: FieldChange<Fields>,
): { before: Partial<Fields>; after: Partial<Fields> } {
  const names = (Object.keys(changes) as (keyof Fields & string)[]).filter((name) => changes[name] !== undefined)
  for (const name of names)
    if (before?.[name] !== undefined && !isDeepStrictEqual(current[name], before[name]))
      throw new ApiError('changed_meanwhile', `changes.${name}`)
  const changed = names.filter((name) => !isDeepStrictEqual(current[name], changes[name]))
  const pick = (from: SomeOf<Fields>) => Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Fields>
  return { before: pick(current), after: pick(changes) }
}
