import type { Route } from '@kiosk/contract/route'
import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { Permission } from './roles.ts'

/**
 * One call of the desk, declared once: the server validates with it and checks the permission, and the client gets its types from
 * it.
 */
export type DeskEndpoint = Route & {
  summary: string
  /** `anyone`: without a session, to sign in. `staff`: every signed-in member of staff, for their own sign-in. */
  access: 'anyone' | 'staff' | Permission
  /** Moves money or rights: requires a sign-in or a confirmation in the last minutes (`STAFF_CONFIRMED_SECONDS`). */
  confirmed?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** The handler reads headers and body itself, for a third-party protocol. */
  raw?: true
  /** JSON body of a PUT or POST. */
  body?: z.ZodObject
  /** Longest body; default: that of all calls. */
  longestBodyBytes?: number
  /** JSON response; absent = 204, or a file (`produces`). */
  output?: z.ZodType
  /** Media type of a file. */
  produces?: string
  errors: readonly ErrorCode[]
}

export function deskEndpoint<R extends Route, const E extends Omit<DeskEndpoint, keyof Route>>(route: R, declared: E): R & E {
  return { ...route, ...declared }
}
