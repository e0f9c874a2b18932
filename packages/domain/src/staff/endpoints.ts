import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Email, Line } from '../accounts/input.ts'
import { TEXT } from '../accounts/limits.ts'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { REASON_LENGTH, STAFF_PASSWORD } from './limits.ts'
import { ROLES } from './roles.ts'

const Id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const Role = z.enum(ROLES)
const Language = z.enum(languages)
const Token = z.string().min(20).max(100)
/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(20)
/** Response of the browser's authenticator, as JSON (`PublicKeyCredential.toJSON`). Characters. */
const Credential = z.string().min(2).max(20_000)
/** Options for the browser's authenticator, as JSON for `PublicKeyCredential.parse…OptionsFromJSON`. */
const CredentialOptions = z.record(z.string(), z.unknown())
/** A password in use may be of any length; a new one has bounds. */
const Password = z.string().min(1).max(STAFF_PASSWORD.max)
const NewPassword = z.string().min(STAFF_PASSWORD.min, 'VALIDATION.staffPassword').max(STAFF_PASSWORD.max)
/** Why something is changed, in the words of the person who changes it. */
export const Reason = Line(REASON_LENGTH)

/** The signed-in member of staff. Times are ISO 8601. */
const Me = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: Role,
  language: Language,
  /** End of the time in which money and rights may be moved; null = confirm first. */
  confirmedUntil: z.string().nullable(),
})
export type Me = z.infer<typeof Me>
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const deskSession = deskEndpoint(routes.deskSession, {
  summary: 'The signed-in member of staff',
  access: 'staff',
  output: Me,
  errors: [],
})
export const deskSignIn = deskEndpoint(routes.deskSignIn, {
  summary: 'Signs in with e-mail address, password and a code of the authenticator app or a recovery code',
  access: 'anyone',
  body: z.object({ email: Email, password: Password, code: Code }),
  output: Me,
  errors: ['wrong_input', 'wrong_credentials', 'too_many_requests'],
})
export const deskSignOut = deskEndpoint(routes.deskSignOut, {
  summary: 'Ends this session',
  access: 'anyone',
  errors: [],
})
export const deskPasskeyOptions = deskEndpoint(routes.deskPasskeyOptions, {
  summary: 'A challenge for a passkey, to sign in or to confirm',
  access: 'anyone',
  output: CredentialOptions,
  errors: ['too_many_requests'],
})
export const deskPasskeySignIn = deskEndpoint(routes.deskPasskeySignIn, {
  summary: 'Signs in with a passkey',
  access: 'anyone',
  body: z.object({ credential: Credential }),
  output: Me,
  errors: ['wrong_input', 'passkey_rejected', 'too_many_requests'],
})
export const deskConfirm = deskEndpoint(routes.deskConfirm, {
  summary: 'Confirms the identity before money or rights are moved: by a passkey, or by password and code',
  access: 'staff',
  body: z.object({ password: Password.optional(), code: Code.optional(), credential: Credential.optional() }),
  output: Me,
  errors: ['wrong_input', 'wrong_credentials', 'passkey_rejected', 'too_many_requests'],
})

export const invitation = deskEndpoint(routes.invitation, {
  summary: 'What an invitation is for, with a secret for an authenticator app and options for a passkey',
  access: 'anyone',
  body: z.object({ token: Token }),
  output: z.object({
    name: z.string(),
    email: z.string(),
    role: Role,
    language: Language,
    siteName: z.string(),
    totp: z.object({ secret: z.string(), qr: z.string() }),
    passkey: CredentialOptions,
  }),
  errors: ['invitation_invalid', 'too_many_requests'],
})
export const acceptInvitation = deskEndpoint(routes.acceptInvitation, {
  summary: 'Accepts an invitation with a passkey, or with a password and a code of the authenticator app; signs in',
  access: 'anyone',
  body: z.object({
    token: Token,
    name: Line(TEXT.name),
    language: Language,
    password: NewPassword.optional(),
    code: Code.optional(),
    credential: Credential.optional(),
  }),
  output: RecoveryCodes,
  errors: ['invitation_invalid', 'wrong_input', 'code_wrong', 'passkey_rejected', 'too_many_requests'],
})

export const ownSecurity = deskEndpoint(routes.ownSecurity, {
  summary: 'Passkeys, recovery codes and sessions of the signed-in member of staff',
  access: 'staff',
  output: z.object({
    hasPassword: z.boolean(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(z.object({ id: z.number(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })),
    sessions: z.array(
      z.object({
        id: z.number(),
        device: z.string(),
        address: z.string(),
        createdAt: z.string(),
        lastSeenAt: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
  errors: [],
})
export const changeOwnDetails = deskEndpoint(routes.changeOwnDetails, {
  summary: 'Changes the own name, and the language of the desk and of its e-mails',
  access: 'staff',
  body: z.object({ name: Line(TEXT.name), language: Language }),
  errors: ['wrong_input'],
})
export const endOwnSession = deskEndpoint(routes.endOwnSession, {
  summary: 'Ends one of the own sessions',
  access: 'staff',
  params: Id,
  errors: ['not_found'],
})
export const newOwnRecoveryCodes = deskEndpoint(routes.newOwnRecoveryCodes, {
  summary: 'Replaces the own recovery codes',
  access: 'staff',
  confirmed: true,
  output: RecoveryCodes,
  errors: [],
})
export const ownPasskeyOptions = deskEndpoint(routes.ownPasskeyOptions, {
  summary: 'Options for a further passkey',
  access: 'staff',
  confirmed: true,
  output: CredentialOptions,
  errors: [],
})
export const addOwnPasskey = deskEndpoint(routes.addOwnPasskey, {
  summary: 'Adds a passkey',
  access: 'staff',
  confirmed: true,
  body: z.object({ credential: Credential }),
  errors: ['wrong_input', 'passkey_rejected', 'too_many_passkeys'],
})
export const removeOwnPasskey = deskEndpoint(routes.removeOwnPasskey, {
  summary: 'Removes a passkey, but not the last way to sign in',
  access: 'staff',
  confirmed: true,
  params: Id,
  errors: ['not_found', 'last_way_in'],
})

const StaffMember = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['invited', 'active', 'disabled']),
  /** End of an invitation that waits; null = none. */
  invitedUntil: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const staff = deskEndpoint(routes.staff, {
  summary: 'Everybody who may sign in at the desk, and who no longer may',
  access: 'staff.read',
  output: z.object({ staff: z.array(StaffMember) }),
  errors: [],
})
export const inviteStaff = deskEndpoint(routes.inviteStaff, {
  summary: 'Invites a person by e-mail; for a person who is known, resets the ways to sign in',
  access: 'staff.write',
  confirmed: true,
  body: z.object({ email: Email, name: Line(TEXT.name), role: Role, language: Language, reason: Reason }),
  errors: ['wrong_input', 'last_owner'],
})
export const changeStaff = deskEndpoint(routes.changeStaff, {
  summary: 'Changes the role of a member of staff, or whether they may sign in',
  access: 'staff.write',
  confirmed: true,
  params: Id,
  body: z.object({ role: Role, disabled: z.boolean(), reason: Reason }),
  errors: ['not_found', 'last_owner'],
})
