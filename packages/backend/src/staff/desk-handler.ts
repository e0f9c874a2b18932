import type { DeskEndpoint } from '@kiosk/domain/staff/desk-endpoint'
import type { z } from 'zod'
import type { Actor } from '../audit/actor.ts'
import type { DeskRequest } from './desk-request.ts'
import type { StaffSession } from './staff-session.ts'

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends Record<Name, z.ZodObject> ? z.output<E[Name]> : unknown
/** A call of the desk with its validated input. `session` and `actor` are null only where `access` is `anyone`. */
export type DeskCall<E extends DeskEndpoint> = DeskRequest & {
  input: Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>
} & (E['access'] extends 'anyone'
    ? { session: StaffSession | null; actor: Actor | null }
    : { session: StaffSession; actor: Actor })
type Answer<E extends DeskEndpoint> = E extends { output: z.ZodType } ? z.input<E['output']> : Response | undefined

export type DeskRoute = {
  declared: DeskEndpoint
  handle(call: DeskRequest & { session: StaffSession | null; actor: Actor | null; input: unknown }): Promise<unknown>
}

/** Connects a handler with its declaration. */
export function defineDeskHandler<const E extends DeskEndpoint>(
  declared: E,
  handle: (call: DeskCall<E>) => Promise<Answer<E>>,
): DeskRoute {
  return { declared, handle: (call) => handle(call as unknown as DeskCall<E>) }
}
