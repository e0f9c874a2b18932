import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Line, Switch, Token } from './input.ts'
import { TEXT } from './limits.ts'
import { LoggedIn, ProviderName } from './session-endpoints.ts'

const PasskeyId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
/** Response of the browser's authenticator, as JSON (`PublicKeyCredential.toJSON`). Characters. */
const Credential = z.string().min(2).max(20_000)
/** Options for the browser's authenticator, as JSON for `PublicKeyCredential.parse…OptionsFromJSON`. */
const CredentialOptions = z.record(z.string(), z.unknown())

/** Times are ISO 8601. */
export const Passkey = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    /** Synced by a password manager: works on several devices. */
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const security = endpoint(routes.security, {
  summary: 'Second factor, passkeys and identity providers of the account',
  access: 'session',
  output: z.object({
    hasPassword: z.boolean(),
    /** A password, passkey or identity provider was used a few minutes ago, so security settings may be changed. */
    confirmed: z.boolean(),
    secondFactor: z.boolean(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(Passkey),
    /** Identity providers with which the account may be signed in to. */
    providers: z.array(ProviderName),
  }),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const confirmIdentity = endpoint(routes.confirmIdentity, {
  summary: 'Confirms the identity of the signed-in reader by password or passkey; valid for ten minutes',
  access: 'session',
  body: z.object({ password: z.string().max(200).default(''), credential: Credential.optional() }),
  errors: ['not_signed_in', 'wrong_input', 'password_wrong', 'no_password', 'passkey_rejected', 'too_many_requests'],
  isExtension: true,
})

export const startSecondFactor = endpoint(routes.startSecondFactor, {
  summary: 'A secret for an authenticator app; it takes effect when a code of the app is confirmed',
  access: 'session',
  /** `qr`: an SVG image of `uri`. */
  output: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  errors: ['not_signed_in', 'confirmation_required', 'second_factor_enabled'],
  isExtension: true,
})

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export const enableSecondFactor = endpoint(routes.enableSecondFactor, {
  summary: 'Enables the second factor by a code of the app; returns the recovery codes, once',
  access: 'session',
  body: z.object({ code: z.string().max(20) }),
  output: RecoveryCodes,
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'second_factor_enabled', 'code_wrong', 'too_many_requests'],
  isExtension: true,
})

export const disableSecondFactor = endpoint(routes.disableSecondFactor, {
  summary: 'Disables the second factor and deletes its recovery codes',
  access: 'session',
  errors: ['not_signed_in', 'confirmation_required', 'not_found'],
  isExtension: true,
})

export const renewRecoveryCodes = endpoint(routes.renewRecoveryCodes, {
  summary: 'Issues ten new recovery codes; the old ones become invalid',
  access: 'session',
  output: RecoveryCodes,
  errors: ['not_signed_in', 'confirmation_required', 'not_found'],
  isExtension: true,
})

export const loginSecondFactor = endpoint(routes.loginSecondFactor, {
  summary: 'Completes a login that returned 202 with `secondFactor`, by a code of the app or a recovery code',
  access: 'anyone',
  body: z.object({ token: Token, code: z.string().min(1).max(40) }),
  output: LoggedIn,
  errors: ['wrong_input', 'token_invalid', 'token_expired', 'code_wrong', 'account_inactive', 'too_many_requests'],
  isExtension: true,
})

export const passkeyLoginOptions = endpoint(routes.passkeyLoginOptions, {
  summary: 'A challenge for signing in with a passkey; valid once, for 15 minutes',
  access: 'anyone',
  output: CredentialOptions,
  errors: ['too_many_requests'],
  isExtension: true,
})

export const passkeyLogin = endpoint(routes.passkeyLogin, {
  summary: 'Signs in with a passkey, which replaces password and second factor',
  access: 'anyone',
  body: z.object({
    credential: Credential,
    remainSignedIn: Switch.default(false),
    /** Extension: other people use this device too; the session ends with the browser. */
    sharedDevice: Switch.default(false),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'passkey_rejected', 'account_inactive', 'too_many_requests'],
  isExtension: true,
})

export const newPasskeyOptions = endpoint(routes.newPasskeyOptions, {
  summary: 'A challenge for adding a passkey; valid once, for 15 minutes',
  access: 'session',
  output: CredentialOptions,
  errors: ['not_signed_in', 'confirmation_required', 'too_many_passkeys'],
  isExtension: true,
})

export const addPasskey = endpoint(routes.addPasskey, {
  summary: 'Adds a passkey',
  access: 'session',
  body: z.object({ credential: Credential, name: z.union([z.literal(''), Line(TEXT.deviceName)]).default('') }),
  output: Passkey,
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'passkey_rejected', 'too_many_passkeys'],
  isExtension: true,
})

export const renamePasskey = endpoint(routes.renamePasskey, {
  summary: 'Names a passkey',
  access: 'session',
  params: PasskeyId,
  body: z.object({ name: Line(TEXT.deviceName) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  isExtension: true,
})

export const removePasskey = endpoint(routes.removePasskey, {
  summary: 'Removes a passkey',
  access: 'session',
  params: PasskeyId,
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'not_found'],
  isExtension: true,
})
