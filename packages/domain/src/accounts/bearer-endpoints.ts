import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Line, Token } from './input.ts'
import { LoggedIn, Tokens } from './session-endpoints.ts'
import { TEXT } from './terms.ts'

export const tokenLogin = endpoint({
  method: 'POST',
  path: 'websession/token',
  summary:
    'Logs an app in by address and password, or by a `sessionToken`: `tokens` instead of a cookie. Second factor and terms are asked for as at websession/login; their calls then answer with `tokens`, too',
  access: 'anyone',
  body: z.object({
    username: z.string().trim().max(500).default(''),
    password: z.string().max(200).default(''),
    sessionToken: Token.optional(),
    /** What the app calls this device, always the same; a new one at each login where it is missing. */
    vendorId: z
      .string()
      .regex(/^[\w-]{8,90}$/)
      .meta({ examples: ['8f14e45f-ceea-467f-9a5b-7e2a1c0d3b55'] })
      .optional(),
    /** What its owner reads in the list of sign-ins. */
    deviceName: Line(TEXT.deviceName).optional(),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'wrong_credentials', 'account_unknown', 'account_inactive', 'too_many_requests'],
  ours: true,
})

export const refreshTokens = endpoint({
  method: 'POST',
  path: 'websession/token/refresh',
  summary: 'New tokens for a refresh token, which counts once: using an old one again ends the sign-in',
  access: 'anyone',
  body: z.object({ refreshToken: Token }),
  output: Tokens,
  errors: ['wrong_input', 'not_signed_in', 'too_many_requests'],
  ours: true,
})
