import {
  changePassword,
  deleteAccount,
  editAgeRestriction,
  editNewsletter,
  editRegion,
  editReleases,
  editSavedSearches,
  editUserdata,
  user as userEndpoint,
} from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { TEXT } from '@kiosk/domain/accounts/limits'
import { nameError } from '@kiosk/domain/accounts/rules'
import { addressOf } from '@kiosk/domain/addresses'
import { data, redirectDocument } from 'react-router'
import { type ApiError, apiErrorIn, errorAt, orApiError } from '../api-error.ts'
import { validate, valuesOf } from '../shell/form-rules.ts'
import type { RequestContext } from '../shell/request-context.ts'
import { dataError, passwordRules } from './account-rules.ts'
import { type DataField, dataFields, type SwitchName, savedSwitches, savedValues, switchNames } from './account-view.ts'
import { freshLoginIn } from './needs-fresh-login.ts'

export type Section = DataField | SwitchName | 'region' | 'password' | 'delete'

/** Result of a form on the account screen, shown in the form's section. */
export type AccountAnswer = {
  about: Section
  saved?: true
  /** Nothing was changed. */
  apiError?: ApiError
  inForm: true
  /** What is required first; `value` keeps the requested value. */
  requires?: 'password' | 'confirmation' | 'login'
  value?: string
}

/** Handles one form of the account screen: `about` names the section, the other fields belong to it. */
export async function accountAction(ctx: RequestContext, form: FormData) {
  const about = String(form.get('about'))
  const field = dataFields.find((each) => each === about)
  if (field) return answered(field, () => saveField(ctx, field, form))
  const switched = switchNames.find((each) => each === about)
  if (switched) return answered(switched, () => saveSwitch(ctx, switched, form.get('on') === 'true'))
  if (about === 'region') return answered('region', () => saveRegion(ctx, form))
  if (about === 'password') return answered('password', () => savePassword(ctx, form))
  if (about === 'delete') return answered('delete', () => eraseAccount(ctx, form))
  throw data(null, { status: 400 })
}

/** Turns an API error into an answer for the section's form. */
async function answered(about: Section, work: () => Promise<Partial<AccountAnswer> | Response>) {
  try {
    const answer = await work()
    if (answer instanceof Response) return answer
    return data<AccountAnswer>({ about, inForm: true, ...answer }, { status: answer.apiError?.status ?? 200 })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return data<AccountAnswer>({ about, inForm: true, apiError }, { status: apiError.status })
  }
}

/** Saves one field and sends the last saved values of all others along. */
async function saveField(ctx: RequestContext, field: DataField, form: FormData): Promise<Partial<AccountAnswer>> {
  const value = String(form.get('value') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const fault = dataError(field, value)
  if (fault) return { apiError: errorAt('value', fault) }
  const user = await ctx.call(userEndpoint)
  if (savedValues(user)[field] === value) return { saved: true }
  try {
    await ctx.call(editUserdata, { body: { ...wireData(user), [field]: value, ...(password && { password }) } })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (apiError?.code !== 'password_wrong' || field !== 'email') throw thrown
    return { requires: 'password', value, ...(password && { apiError }) }
  }
  return { saved: true }
}

/** Returns the fields to send. Leaves out a placeholder for a missing name, so that it is not saved (ADR-0171). */
function wireData(user: UserData) {
  const { region: _, firstname, ...rest } = savedValues(user)
  return {
    ...rest,
    ...(!nameError(firstname, TEXT.name) && { firstname }),
    newsletter: user.sendNewsletter ? 'true' : 'false',
  }
}

const switches = {
  newsletter: (ctx: RequestContext, on: string) => ctx.call(editNewsletter, { body: { newsletter: on } }),
  releases: (ctx: RequestContext, on: string) => ctx.call(editReleases, { body: { newsletter: on } }),
  searches: (ctx: RequestContext, on: string) => ctx.call(editSavedSearches, { body: { newsletter: on } }),
  agerestriction: (ctx: RequestContext, on: string) => ctx.call(editAgeRestriction, { body: { agerestriction: on } }),
} as const satisfies Record<SwitchName, unknown>

/** Calls the API only if the value changes. */
async function saveSwitch(ctx: RequestContext, name: SwitchName, on: boolean): Promise<Partial<AccountAnswer>> {
  const user = await ctx.call(userEndpoint)
  if (savedSwitches(user)[name] !== on) await switches[name](ctx, String(on))
  return { saved: true }
}

async function saveRegion(ctx: RequestContext, form: FormData): Promise<Partial<AccountAnswer>> {
  const value = String(form.get('value') ?? '')
  const user = await ctx.call(userEndpoint)
  if (String(user.regionId) === value) return { saved: true }
  if (form.get('confirmed') !== 'yes') return { requires: 'confirmation', value }
  await ctx.call(editRegion, { body: { region: value } })
  return { saved: true }
}

async function savePassword(ctx: RequestContext, form: FormData): Promise<Partial<AccountAnswer>> {
  const values = valuesOf(form)
  const [fault] = Object.entries(validate(passwordRules, values))
  if (fault) return { apiError: errorAt(...fault) }
  const { oldPassword = '', newPassword = '' } = values
  try {
    await ctx.call(changePassword, { body: { oldPassword, newPassword } })
    return { saved: true }
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError || apiError.status >= 500 || apiError.status === 401) throw thrown
    // Every other error means a wrong old password; for 429 the API's message states the waiting time.
    const wait = apiError.status === 429 ? apiError.message : null
    const { message, ...wrong } = errorAt('oldPassword', 'VALIDATION.passwordInvalid', apiError.status)
    return { apiError: { ...wrong, message: wait ?? message } }
  }
}

async function eraseAccount(ctx: RequestContext, form: FormData): Promise<Partial<AccountAnswer> | Response> {
  if (form.get('confirmed') !== 'yes') return { requires: 'confirmation' }
  const password = String(form.get('password') ?? '')
  const { apiError } = await orApiError(ctx.call(deleteAccount, { body: { ...(password && { password }) } }))
  const requires = apiError && freshLoginIn(apiError)
  if (requires) return { requires, ...(password && { apiError }) }
  if (apiError) return { apiError }
  return redirectDocument(addressOf('accountDeleted'), 303)
}
