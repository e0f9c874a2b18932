import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Line } from './input.ts'
import { TEXT } from './terms.ts'

const SessionId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** Times are ISO 8601; `country` is ISO 3166-1 alpha-2, null = unknown. */
export const SignIn = z.object({
  id: z.number(),
  /** The owner's name for the device, else `app`. */
  name: z.string(),
  /** "Firefox · Windows". */
  app: z.string(),
  /** `app`: bearer tokens; `program`: an OPDS program that sends address and password with each request. */
  kind: z.enum(['browser', 'app', 'program']),
  country: z.string().nullable(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const signIns = endpoint({
  method: 'GET',
  path: 'user/sessions',
  summary: "The account's sign-ins: this one first, then the last used",
  access: 'session',
  output: z.array(SignIn),
  errors: ['not_signed_in'],
  ours: true,
})

export const nameSignIn = endpoint({
  method: 'PUT',
  path: 'user/sessions/{id}',
  summary: 'Names the device of a sign-in; an empty name removes it',
  access: 'session',
  params: SessionId,
  body: z.object({ name: z.union([z.literal(''), Line(TEXT.deviceName)]) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  ours: true,
})

export const endSignIn = endpoint({
  method: 'DELETE',
  path: 'user/sessions/{id}',
  summary: 'Ends one sign-in',
  access: 'session',
  params: SessionId,
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  ours: true,
})

export const endOtherSignIns = endpoint({
  method: 'DELETE',
  path: 'user/sessions',
  summary: 'Ends every sign-in but this one',
  access: 'session',
  output: z.object({ ended: z.number() }),
  errors: ['not_signed_in'],
  ours: true,
})

export const securityEvents = endpoint({
  method: 'GET',
  path: 'user/security/events',
  summary: "The account's latest security events, newest first; at most 50",
  access: 'session',
  output: z.array(z.object({ kind: z.string(), at: z.string(), country: z.string().nullable(), app: z.string() })),
  errors: ['not_signed_in'],
  ours: true,
})
