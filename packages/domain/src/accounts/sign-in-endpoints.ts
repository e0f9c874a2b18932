import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Line } from './input.ts'
import { TEXT } from './limits.ts'

const SessionId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** Times are ISO 8601; `country` is ISO 3166-1 alpha-2, null = unknown. */
export const SignIn = z
  .object({
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
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof SignIn>

export const signIns = endpoint(routes.signIns, {
  summary: 'Sessions of the account: the current one first, then last used first',
  access: 'session',
  output: z.array(SignIn),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const nameSignIn = endpoint(routes.nameSignIn, {
  summary: 'Names the device of a session; an empty name removes the name',
  access: 'session',
  params: SessionId,
  body: z.object({ name: z.union([z.literal(''), Line(TEXT.deviceName)]) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  isExtension: true,
})

export const endSignIn = endpoint(routes.endSignIn, {
  summary: 'Ends a session',
  access: 'session',
  params: SessionId,
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  isExtension: true,
})

export const endOtherSignIns = endpoint(routes.endOtherSignIns, {
  summary: 'Ends all other sessions',
  access: 'session',
  output: z.object({ ended: z.number() }),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const securityEvents = endpoint(routes.securityEvents, {
  summary: 'The 50 latest security events of the account, newest first',
  access: 'session',
  output: z.array(z.object({ kind: z.string(), at: z.string(), country: z.string().nullable(), app: z.string() })),
  errors: ['not_signed_in'],
  isExtension: true,
})
