import { editUserdata as declared } from '@kiosk/domain/accounts/endpoints'
import { AGE_GROUPS, federalStates, GENDERS, TEXT } from '@kiosk/domain/accounts/limits'
import { emailError, firstnameOf, nameError } from '@kiosk/domain/accounts/rules'
import { ApiError } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import { inEvenTime } from '../auth/constant-time.ts'
import { requireFreshLogin } from '../auth/require-password.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import type { Accounts } from '../db/schema.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { canonicalEmail, isSameEmail, mailboxOf } from './canonical-email.ts'
import { changeAccount } from './change-account.ts'
import { askForAddress } from './email-change.ts'
import { isSubscribed, switchNewsletter } from './preferences.ts'

type Input = Call<typeof declared>['input']

export const editUserdata = defineHandler(declared, 'personal', async (call) => {
  const { email, newsletter, password = '' } = call.input
  const { now, rateLimits } = call.ctx
  const before = call.session.account!
  const newAddress = email !== undefined && !isSameEmail(email, before.email) ? canonicalEmail(email) : null
  const error = newAddress !== null && emailError(newAddress)
  if (error) throw new ApiError('wrong_input', 'email', `VALIDATION.${error}`)
  // Validates all input before any rate limit counts the attempt.
  changesOf(call.input, before)
  if (newAddress !== null) {
    await requireFreshLogin(call, password)
    await rateLimits.consume('mail-to', `account ${before.id}`)
    await rateLimits.consume('mail-to', newAddress)
    await rateLimits.consume('new-address', mailboxOf(newAddress))
  }
  const change = () =>
    changeAccount(call, async (trx, account) => {
      const changes = changesOf(call.input, account)
      if (Object.keys(changes).length > 0) await trx.updateTable('accounts').set(changes).where('id', '=', account.id).execute()
      // The page sends its newsletter state with every other field: an unchanged state is neither a consent nor a withdrawal.
      if (newsletter !== undefined && newsletter !== account.send_newsletter && newsletter !== isSubscribed(account))
        await switchNewsletter(trx, account, newsletter, now(), call.language)
      if (newAddress !== null) {
        await askForAddress(trx, account, newAddress, call.ctx)
        await recordSecurityEvent(trx, call, { kind: 'address.change-requested', accountId: account.id })
      }
      return { emailPending: newAddress !== null }
    })
  // Whether the address is taken decides how many e-mails are enqueued.
  return newAddress === null ? change() : inEvenTime(call.ctx, change)
})

type Personal = Pick<
  Selectable<Accounts>,
  'email' | 'firstname' | 'lastname' | 'age_group_id' | 'gender_id' | 'federal_state_id' | 'region_id'
>

/** Returns the changed fields. @throws ApiError wrong_input if one is invalid, or a filled field was emptied (ADR-0171) */
function changesOf(input: Input, account: Personal): Partial<Personal> {
  const changes: Partial<Personal> = {}
  const { firstname, lastname, agegroup, gender, federalstate } = input
  // The page shows a fallback for a missing first name and sends it back: it is not a name.
  const standIn = account.firstname === '' && firstname === firstnameOf(account)
  if (firstname !== undefined && !standIn) changes.firstname = filled('firstname', firstname, account.firstname)
  if (lastname !== undefined) changes.lastname = filled('lastname', lastname, account.lastname)
  if (agegroup !== undefined) changes.age_group_id = chosen('agegroup', agegroup, account.age_group_id, AGE_GROUPS)
  if (gender !== undefined) changes.gender_id = chosen('gender', gender, account.gender_id, GENDERS)
  if (federalstate !== undefined && federalstate !== account.federal_state_id) {
    const state = federalStates.find(({ id, regionId }) => id === federalstate && regionId === account.region_id)
    if (federalstate !== null && !state) throw new ApiError('wrong_input', 'federalstate')
    changes.federal_state_id = federalstate
  }
  return changes
}

function filled(field: string, value: string, before: string): string {
  const error = value === before ? null : nameError(value, TEXT.name)
  if (error) throw new ApiError('wrong_input', field, `VALIDATION.${error}`)
  return value
}

function chosen(field: string, value: number | null, before: number | null, list: readonly number[]): number | null {
  if (value === null && before !== null) throw new ApiError('wrong_input', field, 'VALIDATION.required')
  if (value !== null && !list.includes(value)) throw new ApiError('wrong_input', field)
  return value
}
