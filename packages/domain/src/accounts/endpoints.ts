import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { OptionalId, Password, Switch } from './input.ts'
import { RunningSupport } from './support-endpoints.ts'

/** User data. When signed out, it lacks `firstname` and has only location, counts and the wallet's client id. */
export const UserData = z
  .object({
    firstname: z.string().optional(),
    lastname: z.string().optional(),
    email: z.string().optional(),
    ageGroupId: z.number().optional(),
    genderId: z.number().optional(),
    federalstateId: z.number().optional(),
    sendNewsletter: z.boolean().optional(),
    sendReleaseNewsletter: z.boolean().optional(),
    sendSavedSearches: z.boolean().optional(),
    allowAgeRestrictedContent: z.boolean().optional(),
    canBeDeleted: z.boolean().optional(),
    facebookId: z.string().optional(),
    appleId: z.string().optional(),
    /** A new address that is not confirmed yet; extension. */
    pendingEmail: z.string().optional(),
    /** E-mails to the address bounce, so only requested ones are sent; extension, in `user` only. */
    emailBounced: z.boolean().optional(),
    /**
     * Identifies the account without revealing its id: forms and calls carry it to say which account they are for; extension.
     */
    accountReference: z.string().optional(),
    countryCode: z.string(),
    countryName: z.string(),
    regionActive: z.boolean(),
    /** Signed in: the account's market (ADR-0171); else the detected one. */
    regionId: z.number(),
    magazineCount: z.number(),
    issueCount: z.number(),
    payPalClientId: z.string().optional(),
    /** Extension: URL of the wallet's script if it is not PayPal's, in the sandbox. */
    payPalScript: z.string().optional(),
    subscription: z.object({ id: z.number(), paymentRequired: z.boolean() }).optional(),
    promoCode: z.object({ title: z.string(), expiryDate: z.string(), expiryDateString: z.string() }).optional(),
    canChangeBillingData: z.boolean().optional(),
    terms: z.object({ show: z.boolean() }).optional(),
    /** Ours: day of the visit before this one, for titles that are new since then. YYYY-MM-DD. */
    lastVisit: Day.optional(),
    /** Ours: the staff may look at the account now, with its permission. */
    support: RunningSupport.optional(),
  })
  .meta({ id: 'UserData' })
export type UserData = z.infer<typeof UserData>

export const webinfo = endpoint(routes.webinfo, {
  summary: 'Account, region and counts for the current visitor; never 401',
  access: 'anyone',
  inSupportView: true,
  output: UserData,
  errors: [],
})

export const region = endpoint(routes.region, {
  summary: "The visitor's region: 1 Austria, 2 Germany, 3 Switzerland, 4 Luxembourg",
  access: 'anyone',
  inSupportView: true,
  output: z.object({ id: z.number() }),
  errors: [],
})

const Choices = z.array(z.object({ id: z.number(), name: z.string() })).meta({ id: 'Choices' })

export const ageGroups = endpoint(routes.ageGroups, {
  summary: 'Age groups of the profile',
  access: 'anyone',
  inSupportView: true,
  output: Choices,
  errors: [],
})

export const genders = endpoint(routes.genders, {
  summary: 'Genders of the profile',
  access: 'anyone',
  inSupportView: true,
  output: Choices,
  errors: [],
})

export const federalStates = endpoint(routes.federalStates, {
  summary: 'Federal states and cantons of all markets',
  access: 'anyone',
  inSupportView: true,
  output: z.array(z.object({ id: z.number(), name: z.string(), regionId: z.number() })),
  errors: [],
})

export const regions = endpoint(routes.regions, {
  summary: 'The markets',
  access: 'anyone',
  inSupportView: true,
  output: z.array(
    z.object({ id: z.number(), iso: z.string(), countryCode: z.string(), countryName: z.string(), active: z.boolean() }),
  ),
  errors: [],
})

export const user = endpoint(routes.user, {
  summary: 'The signed-in account',
  access: 'session',
  inSupportView: true,
  output: UserData,
  errors: ['not_signed_in'],
})

export const editNewsletter = endpoint(routes.editNewsletter, {
  summary: 'Switches the newsletter; switching it on records the consent for the address',
  access: 'session',
  body: z.object({ newsletter: Switch }),
  output: z.object({ newsletter: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editReleases = endpoint(routes.editReleases, {
  summary: 'Switches e-mails about new issues of favourite titles',
  access: 'session',
  body: z.object({ newsletter: Switch }),
  output: z.object({ newsletter: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editAgeRestriction = endpoint(routes.editAgeRestriction, {
  summary: 'Sets the adult-content preference (ADR-0171)',
  access: 'session',
  body: z.object({ agerestriction: Switch }),
  output: z.object({ agerestriction: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
})

export const editUserdata = endpoint(routes.editUserdata, {
  summary: 'Saves personal data; requires only fields that were filled before or are being changed (ADR-0171)',
  access: 'session',
  body: z.object({
    /** Validated only if they differ from the stored values. */
    firstname: z.string().trim().optional(),
    lastname: z.string().trim().optional(),
    email: z.string().trim().optional(),
    agegroup: OptionalId,
    gender: OptionalId,
    federalstate: OptionalId,
    newsletter: Switch.optional(),
    /** Extension: required for a new address unless the login is fresh (ADR-0171). */
    password: z.string().max(200).optional(),
  }),
  /** `emailPending`: the new address is not confirmed yet. */
  output: z.object({ emailPending: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input', 'mail_taken', 'password_wrong', 'login_stale', 'too_many_requests'],
})

export const editRegion = endpoint(routes.editRegion, {
  summary: 'Moves the account to the market in which its owner is now; the evidence is stored (ADR-0125)',
  access: 'session',
  body: z.object({ region: z.coerce.number().int().min(1).max(4) }),
  output: z.object({ regionId: z.number() }),
  errors: ['not_signed_in', 'wrong_input', 'contract_active', 'move_unproved', 'moved_lately'],
  isExtension: true,
})

export const changePassword = endpoint(routes.changePassword, {
  summary: 'Changes the password; ends all other sessions',
  access: 'session',
  body: z.object({ oldPassword: z.string().min(1).max(200), newPassword: Password('change') }),
  errors: ['not_signed_in', 'wrong_input', 'password_wrong', 'no_password', 'too_many_requests'],
})

export const deleteAccount = endpoint(routes.deleteAccount, {
  summary: 'Deactivates the account at once and erases it after seven days; rejected while a subscription is active',
  access: 'session',
  body: z.object({
    /** Extension: required unless the login is fresh. */
    password: z.string().max(200).optional(),
  }),
  errors: ['not_signed_in', 'wrong_input', 'contract_active', 'confirmation_required', 'password_wrong', 'too_many_requests'],
})

export const restoreAccount = endpoint(routes.restoreAccount, {
  summary: 'Restores an account before its erasure, by the token of the e-mail; starts no session',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({
    /** Whether the operator has closed the account, too: it is not erased, but its owner cannot log in. */
    closed: z.boolean(),
  }),
  errors: ['wrong_input', 'token_invalid', 'token_expired', 'too_many_requests'],
  isExtension: true,
})

export const exportData = endpoint(routes.exportData, {
  summary: 'All personal data of the account; requires a fresh login',
  access: 'session',
  output: z.record(z.string(), z.unknown()),
  errors: ['not_signed_in', 'confirmation_required', 'too_many_requests'],
  isExtension: true,
})

export const devices = endpoint(routes.devices, {
  summary: 'Devices of the account, last used first',
  access: 'session',
  inSupportView: true,
  output: z.array(
    z.object({
      /** The owner's name for the device, otherwise browser and system. */
      name: z.string(),
      /** Identifies the device in calls about devices; browsers and apps do not sign in with it. */
      vendorId: z.string(),
      lastAccess: z.string(),
      /** Extension. */
      current: z.boolean(),
      /** Extension: country of the last sign-in, ISO 3166-1 alpha-2; null = unknown. */
      country: z.string().nullable(),
      /** Extension: time since which the device belongs to the account, ISO 8601; null = not recorded. */
      since: z.string().nullable(),
    }),
  ),
  errors: ['not_signed_in'],
})

export const deleteDevice = endpoint(routes.deleteDevice, {
  summary: 'Removes a device and ends its sessions',
  access: 'session',
  /** As in the list; an app may also send its own device id. */
  params: z.object({ vendorId: z.string().min(1).max(100) }),
  errors: ['not_signed_in', 'not_found'],
})

const FavouriteTitle = z
  .object({
    key: z.string(),
    name: z.string(),
    magazineId: z.number(),
    currentIssueUid: z.string().optional(),
  })
  .meta({ id: 'FavouriteTitle' })

export const favourites = endpoint(routes.favourites, {
  summary: 'Favourite titles, by name',
  access: 'session',
  inSupportView: true,
  output: z.array(FavouriteTitle),
  errors: ['not_signed_in'],
  isExtension: true,
})

const OfTitle = z.object({ magazinekey: z.string().min(1).max(200) })

export const addFavourite = endpoint(routes.addFavourite, {
  summary: 'Adds a title to the favourites',
  access: 'session',
  params: OfTitle,
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const removeFavourite = endpoint(routes.removeFavourite, {
  summary: 'Removes a title from the favourites',
  access: 'session',
  params: OfTitle,
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})
