import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { Choice, ReferenceLists } from './reference-lists.ts'

/** The six editable fields, named as in `user/edit/userdata`. */
export const dataFields = ['email', 'firstname', 'lastname', 'agegroup', 'gender', 'federalstate'] as const
export type DataField = (typeof dataFields)[number]
export const switchNames = ['newsletter', 'releases', 'searches', 'agerestriction'] as const
export type SwitchName = (typeof switchNames)[number]

/** Data of an account for the account screen. */
export type AccountView = {
  /** Last saved values, ids as text; empty = none. */
  saved: Record<DataField | 'region', string>
  choices: Record<'agegroup' | 'gender' | 'federalstate' | 'region', Choice[]>
  switches: Record<SwitchName, boolean>
  /** New address that is not confirmed yet; null = none. */
  pendingEmail: string | null
  /** E-mails to the address bounce. */
  emailBounced: boolean
  hasCantons: boolean
  canBeDeleted: boolean
  /** False for accounts that sign in through a provider: they have no password here. */
  hasPassword: boolean
}

export function savedValues(user: UserData): AccountView['saved'] {
  return {
    email: user.email ?? '',
    firstname: user.firstname ?? '',
    lastname: user.lastname ?? '',
    agegroup: String(user.ageGroupId ?? ''),
    gender: String(user.genderId ?? ''),
    federalstate: String(user.federalstateId ?? ''),
    region: String(user.regionId),
  }
}

export function savedSwitches(user: UserData): AccountView['switches'] {
  return {
    newsletter: user.sendNewsletter ?? false,
    releases: user.sendReleaseNewsletter ?? false,
    searches: user.sendSavedSearches ?? false,
    agerestriction: user.allowAgeRestrictedContent ?? false,
  }
}

export function accountView(user: UserData, lists: ReferenceLists): AccountView {
  return {
    saved: savedValues(user),
    choices: {
      agegroup: lists.ageGroups,
      gender: lists.genders,
      federalstate: lists.federalStates.flatMap(({ id, name, regionId }) => (regionId === user.regionId ? [{ id, name }] : [])),
      region: lists.regions,
    },
    switches: savedSwitches(user),
    pendingEmail: user.pendingEmail ?? null,
    emailBounced: user.emailBounced ?? false,
    hasCantons: user.regionId === 3 || user.regionId === 4,
    canBeDeleted: user.canBeDeleted ?? false,
    hasPassword: !user.facebookId && !user.appleId,
  }
}

/** Returns the rows that `?edit=` opens: all six for `userdata`, otherwise the named row. */
export function rowsToOpen(edit: string | null): (DataField | 'region')[] {
  if (edit === 'userdata') return [...dataFields]
  return edit === 'region' ? [edit] : dataFields.filter((field) => field === edit)
}

/** Returns the preference that `?edit=` focuses; the link alone changes nothing. */
export function switchToFocus(edit: string | null): SwitchName | null {
  return switchNames.find((name) => name === edit) ?? null
}
