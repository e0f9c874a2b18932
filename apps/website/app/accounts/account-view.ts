import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { Choice, ReferenceLists } from './reference-lists.ts'

/** The six fields of section 2.4, named as `user/edit/userdata` names them. */
export const dataFields = ['email', 'firstname', 'lastname', 'agegroup', 'gender', 'federalstate'] as const
export type DataField = (typeof dataFields)[number]
export const switchNames = ['newsletter', 'releases', 'agerestriction'] as const
export type SwitchName = (typeof switchNames)[number]

/** What the account screen shows of an account. */
export type AccountView = {
  /** Last saved values, ids as text; empty = not given. */
  saved: Record<DataField | 'region', string>
  choices: Record<'agegroup' | 'gender' | 'federalstate' | 'region', Choice[]>
  switches: Record<SwitchName, boolean>
  /** A new address that waits for its confirmation. */
  pendingEmail: string | null
  /** E-mails to the address come back. */
  emailBounced: boolean
  hasCantons: boolean
  canBeDeleted: boolean
  /** False with a social or device-vendor login: there is no password of ours to change. */
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

/** Which rows `?edit=` opens: `userdata` all six, else the row it names. */
export function rowsToOpen(edit: string | null): (DataField | 'region')[] {
  if (edit === 'userdata') return [...dataFields]
  return edit === 'region' ? [edit] : dataFields.filter((field) => field === edit)
}

/** The switch that `?edit=` leads to; nothing changes by the link alone. */
export function switchToFocus(edit: string | null): SwitchName | null {
  return switchNames.find((name) => name === edit) ?? null
}
