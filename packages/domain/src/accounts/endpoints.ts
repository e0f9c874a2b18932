import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OptionalId, Password, Switch } from './input.ts'

/** User data of section 3. Signed out: no `firstname`, only place, counts and the wallet's client id. */
export const UserData = z.object({
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
  ageGroupId: z.number().optional(),
  genderId: z.number().optional(),
  federalstateId: z.number().optional(),
  sendNewsletter: z.boolean().optional(),
  sendReleaseNewsletter: z.boolean().optional(),
  allowAgeRestrictedContent: z.boolean().optional(),
  canBeDeleted: z.boolean().optional(),
  facebookId: z.string().optional(),
  appleId: z.string().optional(),
  /** A new address that waits for its confirmation; ours. */
  pendingEmail: z.string().optional(),
  /** E-mails to the address come back, so that only those go out that somebody asks for; ours, and of `user` only. */
  emailBounced: z.boolean().optional(),
  /** Names the account without telling its id: forms and calls carry it to say whose account they mean; ours. */
  accountReference: z.string().optional(),
  countryCode: z.string(),
  countryName: z.string(),
  regionActive: z.boolean(),
  /** Signed in: the account's market (decision 8); else the detected one. */
  regionId: z.number(),
  magazineCount: z.number(),
  issueCount: z.number(),
  payPalClientId: z.string().optional(),
  /** Ours: where the wallet's script is, if not at PayPal: in the sandbox. */
  payPalScript: z.string().optional(),
  subscription: z.object({ id: z.number(), paymentRequired: z.boolean() }).optional(),
  promoCode: z.object({ title: z.string(), expiryDate: z.string(), expiryDateString: z.string() }).optional(),
  canChangeBillingData: z.boolean().optional(),
  terms: z.object({ show: z.boolean() }).optional(),
})
export type UserData = z.infer<typeof UserData>

export const webinfo = endpoint({
  method: 'GET',
  path: 'websession/webinfo',
  summary: 'Who and where the visitor is; never 401',
  access: 'anyone',
  output: UserData,
  errors: [],
})

export const region = endpoint({
  method: 'GET',
  path: 'region',
  summary: "The visitor's region: 1 Austria, 2 Germany, 3 Switzerland, 4 Luxembourg",
  access: 'anyone',
  output: z.object({ id: z.number() }),
  errors: [],
})

const Choices = z.array(z.object({ id: z.number(), name: z.string() }))

export const ageGroups = endpoint({
  method: 'GET',
  path: 'user/registration/agegroups',
  summary: 'Age groups to choose from',
  access: 'anyone',
  output: Choices,
  errors: [],
})

export const genders = endpoint({
  method: 'GET',
  path: 'user/registration/gender',
  summary: 'Genders to choose from',
  access: 'anyone',
  output: Choices,
  errors: [],
})

export const federalStates = endpoint({
  method: 'GET',
  path: 'user/registration/federalstates',
  summary: 'Federal states and cantons of all markets',
  access: 'anyone',
  output: z.array(z.object({ id: z.number(), name: z.string(), regionId: z.number() })),
  errors: [],
})

export const regions = endpoint({
  method: 'GET',
  path: 'user/registration/regions',
  summary: 'The markets',
  access: 'anyone',
  output: z.array(
    z.object({ id: z.number(), iso: z.string(), countryCode: z.string(), countryName: z.string(), active: z.boolean() }),
  ),
  errors: [],
})

export const user = endpoint({
  method: 'GET',
  path: 'user',
  summary: 'The account that is signed in',
  access: 'session',
  output: UserData,
  errors: ['not_signed_in'],
})

export const editNewsletter = endpoint({
  method: 'PUT',
  path: 'user/edit/newsletter',
  summary: 'Switches the newsletter; switching it on confirms the address for it',
  access: 'session',
  body: z.object({ newsletter: Switch }),
  output: z.object({ newsletter: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editReleases = endpoint({
  method: 'PUT',
  path: 'user/edit/newsletter/releases',
  summary: 'Switches the mails about new issues of favourite titles',
  access: 'session',
  body: z.object({ newsletter: Switch }),
  output: z.object({ newsletter: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editAgeRestriction = endpoint({
  method: 'PUT',
  path: 'user/edit/agerestriction',
  summary: 'Switches titles from 18 on (decision 16)',
  access: 'session',
  body: z.object({ agerestriction: Switch }),
  output: z.object({ agerestriction: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editUserdata = endpoint({
  method: 'PUT',
  path: 'user/edit/userdata',
  summary: 'Saves personal data; demands only what was filled before or is being changed (decision 9)',
  access: 'session',
  body: z.object({
    /** Held against the rules where they differ from what is saved. */
    firstname: z.string().trim().optional(),
    lastname: z.string().trim().optional(),
    email: z.string().trim().optional(),
    agegroup: OptionalId,
    gender: OptionalId,
    federalstate: OptionalId,
    newsletter: Switch.optional(),
    /** Ours: asked for with a new address unless the login is fresh (decision 14). */
    password: z.string().max(200).optional(),
  }),
  /** `emailPending`: the new address waits for its confirmation. */
  output: z.object({ emailPending: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input', 'mail_taken', 'password_wrong', 'login_stale', 'too_many_requests'],
})

export const editRegion = endpoint({
  method: 'PUT',
  path: 'user/edit/region',
  summary: 'Moves the account to the market where its owner is now; recorded (decisions/125)',
  access: 'session',
  body: z.object({ region: z.coerce.number().int().min(1).max(4) }),
  output: z.object({ regionId: z.number() }),
  errors: ['not_signed_in', 'wrong_input', 'contract_active', 'move_unproved', 'moved_lately'],
  ours: true,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: 'user/changePassword',
  summary: 'Changes the password; every other session ends',
  access: 'session',
  body: z.object({ oldPassword: z.string().min(1).max(200), newPassword: Password('change') }),
  errors: ['not_signed_in', 'wrong_input', 'password_wrong', 'no_password', 'too_many_requests'],
})

export const deleteAccount = endpoint({
  method: 'PUT',
  path: 'user/deleteAccount',
  summary: 'Closes the account at once and erases it after seven days of grace; refused while a contract is active',
  access: 'session',
  body: z.object({
    /** Ours: asked for unless the login is fresh. */
    password: z.string().max(200).optional(),
  }),
  errors: ['not_signed_in', 'wrong_input', 'contract_active', 'confirmation_required', 'password_wrong', 'too_many_requests'],
})

export const restoreAccount = endpoint({
  method: 'POST',
  path: 'user/restore',
  summary: 'Brings back an account that waits for its erasure, by the token of the email; signs nobody in',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  errors: ['wrong_input', 'token_invalid', 'token_expired', 'too_many_requests'],
  ours: true,
})

export const exportData = endpoint({
  method: 'GET',
  path: 'user/export',
  summary: 'Everything held about the account; needs a fresh login',
  access: 'session',
  output: z.record(z.string(), z.unknown()),
  errors: ['not_signed_in', 'confirmation_required'],
  ours: true,
})

export const devices = endpoint({
  method: 'GET',
  path: 'user/device/all',
  summary: "The account's devices, the last used first",
  access: 'session',
  output: z.array(
    z.object({
      /** The name that its owner gave it, else browser and system. */
      name: z.string(),
      /** Names it in calls about devices: nothing that a browser or an app sends to sign in. */
      vendorId: z.string(),
      lastAccess: z.string(),
      /** Ours. */
      current: z.boolean(),
      /** Ours: ISO 3166-1 alpha-2 of the last sign-in there; null = unknown. */
      country: z.string().nullable(),
      /** Ours: since when it is a device of the account, ISO 8601; null = from before that was noted. */
      since: z.string().nullable(),
    }),
  ),
  errors: ['not_signed_in'],
})

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: 'user/device/{vendorId}',
  summary: 'Forgets a device: its sessions end, its place is free',
  access: 'session',
  /** As the list has it; an app may also send what it called its own device. */
  params: z.object({ vendorId: z.string().min(1).max(100) }),
  errors: ['not_signed_in', 'not_found'],
})

const FavouriteTitle = z.object({
  key: z.string(),
  name: z.string(),
  magazineId: z.number(),
  currentIssueUid: z.string().optional(),
})

export const favourites = endpoint({
  method: 'GET',
  path: 'user/favourites',
  summary: 'My magazines: the favourite titles, by name',
  access: 'session',
  output: z.array(FavouriteTitle),
  errors: ['not_signed_in'],
  ours: true,
})

const OfTitle = z.object({ magazinekey: z.string().min(1).max(200) })

export const addFavourite = endpoint({
  method: 'PUT',
  path: 'user/favourites/{magazinekey}',
  summary: 'Makes a title a favourite',
  access: 'session',
  params: OfTitle,
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: 'user/favourites/{magazinekey}',
  summary: 'Takes a title off the favourites',
  access: 'session',
  params: OfTitle,
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})
