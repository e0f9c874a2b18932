import {
  changePassword,
  deleteAccount,
  editAgeRestriction,
  editNewsletter,
  editRegion,
  editReleases,
  editUserdata,
  type UserData,
  user as userEndpoint,
} from '@kiosk/domain/accounts/endpoints'
import { nameFault } from '@kiosk/domain/accounts/rules'
import { TEXT } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { data, redirectDocument } from 'react-router'
import { orRefusal, type Refusal, refusalAt, refusalIn } from '../refusal.ts'
import { faultsIn, valuesOf } from '../shell/form-rules.ts'
import type { Visit } from '../shell/visit.ts'
import { dataFault, passwordRules } from './account-rules.ts'
import { type DataField, dataFields, type SwitchName, savedSwitches, savedValues, switchNames } from './account-view.ts'
import { freshLoginIn } from './fresh-login.tsx'

export type Section = DataField | SwitchName | 'region' | 'password' | 'delete'

/** What came of a form of the account screen; its own section shows it. */
export type AccountAnswer = {
  about: Section
  saved?: true
  /** Nothing was changed. */
  refusal?: Refusal
  inForm: true
  /** What has to be answered first; `value` is what was asked for and is kept. */
  asks?: 'password' | 'confirmation' | 'login'
  value?: string
}

/** One form of the account screen: `about` names the section, the rest is the section's own. */
export async function accountAction(visit: Visit, form: FormData) {
  const about = String(form.get('about'))
  const field = dataFields.find((each) => each === about)
  if (field) return answered(field, () => saveField(visit, field, form))
  const switched = switchNames.find((each) => each === about)
  if (switched) return answered(switched, () => saveSwitch(visit, switched, form.get('on') === 'true'))
  if (about === 'region') return answered('region', () => saveRegion(visit, form))
  if (about === 'password') return answered('password', () => savePassword(visit, form))
  if (about === 'delete') return answered('delete', () => eraseAccount(visit, form))
  throw data(null, { status: 400 })
}

/** A refusal stays in the form of its section. */
async function answered(about: Section, work: () => Promise<Partial<AccountAnswer> | Response>) {
  try {
    const answer = await work()
    if (answer instanceof Response) return answer
    return data<AccountAnswer>({ about, inForm: true, ...answer }, { status: answer.refusal?.status ?? 200 })
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    return data<AccountAnswer>({ about, inForm: true, refusal }, { status: refusal.status })
  }
}

/** Saves one field; all others go along with their last saved values (decision on R2.4-63). */
async function saveField(visit: Visit, field: DataField, form: FormData): Promise<Partial<AccountAnswer>> {
  const value = String(form.get('value') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const fault = dataFault(field, value)
  if (fault) return { refusal: refusalAt('value', fault) }
  const user = await visit.call(userEndpoint)
  if (savedValues(user)[field] === value) return { saved: true }
  try {
    await visit.call(editUserdata, { body: { ...wireData(user), [field]: value, ...(password && { password }) } })
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (refusal?.code !== 'password_wrong' || field !== 'email') throw thrown
    return { asks: 'password', value, ...(password && { refusal }) }
  }
  return { saved: true }
}

/** A name that stands in for a missing one and could be none is left out: it is not saved (decision 9). */
function wireData(user: UserData) {
  const { region: _, firstname, ...rest } = savedValues(user)
  return {
    ...rest,
    ...(!nameFault(firstname, TEXT.name) && { firstname }),
    newsletter: user.sendNewsletter ? 'true' : 'false',
  }
}

const switches = {
  newsletter: (visit: Visit, on: string) => visit.call(editNewsletter, { body: { newsletter: on } }),
  releases: (visit: Visit, on: string) => visit.call(editReleases, { body: { newsletter: on } }),
  agerestriction: (visit: Visit, on: string) => visit.call(editAgeRestriction, { body: { agerestriction: on } }),
} as const satisfies Record<SwitchName, unknown>

/** Asks the API only for a value that is another one (section 5). */
async function saveSwitch(visit: Visit, name: SwitchName, on: boolean): Promise<Partial<AccountAnswer>> {
  const user = await visit.call(userEndpoint)
  if (savedSwitches(user)[name] !== on) await switches[name](visit, String(on))
  return { saved: true }
}

async function saveRegion(visit: Visit, form: FormData): Promise<Partial<AccountAnswer>> {
  const value = String(form.get('value') ?? '')
  const user = await visit.call(userEndpoint)
  if (String(user.regionId) === value) return { saved: true }
  if (form.get('confirmed') !== 'yes') return { asks: 'confirmation', value }
  await visit.call(editRegion, { body: { region: value } })
  return { saved: true }
}

async function savePassword(visit: Visit, form: FormData): Promise<Partial<AccountAnswer>> {
  const values = valuesOf(form)
  const [fault] = Object.entries(faultsIn(passwordRules, values))
  if (fault) return { refusal: refusalAt(...fault) }
  const { oldPassword = '', newPassword = '' } = values
  try {
    await visit.call(changePassword, { body: { oldPassword, newPassword } })
    return { saved: true }
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal || refusal.status >= 500 || refusal.status === 401) throw thrown
    // Section 8: every other refusal means a wrong old password; after too many the wait is said as well.
    const wait = refusal.status === 429 ? refusal.message : null
    const { message, ...wrong } = refusalAt('oldPassword', 'VALIDATION.passwordInvalid', refusal.status)
    return { refusal: { ...wrong, message: wait ?? message } }
  }
}

async function eraseAccount(visit: Visit, form: FormData): Promise<Partial<AccountAnswer> | Response> {
  if (form.get('confirmed') !== 'yes') return { asks: 'confirmation' }
  const password = String(form.get('password') ?? '')
  const { refusal } = await orRefusal(visit.call(deleteAccount, { body: { ...(password && { password }) } }))
  const asks = refusal && freshLoginIn(refusal)
  if (asks) return { asks, ...(password && { refusal }) }
  if (refusal) return { refusal }
  return redirectDocument(addressOf('accountDeleted'), 303)
}
