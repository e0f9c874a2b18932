import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Line, Token } from './input.ts'
import { TEXT } from './limits.ts'
import { LoggedIn, Tokens } from './session-endpoints.ts'

export const tokenLogin = endpoint(routes.tokenLogin, {
  summary:
    'Logs an app in by e-mail and password, or by a `sessionToken`, with `tokens` instead of a cookie. Second factor and terms are required as for websession/login; those calls then return `tokens` too',
  access: 'anyone',
  body: z.object({
    username: z.string().trim().max(500).default(''),
    password: z.string().max(200).default(''),
    sessionToken: Token.optional(),
    /** The app's stable id of this device; if omitted, each sign-in counts as a new device. */
    vendorId: z
      .string()
      .regex(/^[\w-]{8,90}$/)
      .meta({ examples: ['8f14e45f-ceea-467f-9a5b-7e2a1c0d3b55'] })
      .optional(),
    /** Name of the device in the owner's list of sign-ins. */
    deviceName: Line(TEXT.deviceName).optional(),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'wrong_credentials', 'account_unknown', 'account_inactive', 'too_many_requests'],
  isExtension: true,
})

export const refreshTokens = endpoint(routes.refreshTokens, {
  summary: 'New tokens for a refresh token, which is valid once: reusing it ends the session',
  access: 'anyone',
  body: z.object({ refreshToken: Token }),
  output: Tokens,
  errors: ['wrong_input', 'not_signed_in', 'too_many_requests'],
  isExtension: true,
})
