import { editUserdata as declared } from '@kiosk/domain/accounts/endpoints'
import { emailFault, firstnameOf, nameFault } from '@kiosk/domain/accounts/rules'
import { AGE_GROUPS, federalStates, GENDERS, TEXT } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import { type Call, serve } from '../endpoint.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { askForAddress } from './address-change.ts'
import { canonicalEmail, isSameEmail } from './canonical-email.ts'
import { changeAccount } from './change-account.ts'
import { demandFreshLogin } from './demand-password.ts'
import { isSubscribed, switchNewsletter } from './switches.ts'

type Input = Call<typeof declared>['input']

export const editUserdata = serve(declared, 'personal', async (call) => {
  const { email, newsletter, password = '' } = call.input
  const { now, attempts } = call.house
  const before = call.session.account!
  const newAddress = email !== undefined && !isSameEmail(email, before.email) ? canonicalEmail(email) : null
  const fault = newAddress !== null && emailFault(newAddress)
  if (fault) throw new Refusal('wrong_input', 'email', `VALIDATION.${fault}`)
  // Everything that can be wrong is told before a password or a mail is counted.
  changesOf(call.input, before)
  if (newAddress !== null) {
    await demandFreshLogin(call, password)
    await attempts.admit('mail-to', `account ${before.id}`)
    await attempts.admit('mail-to', newAddress)
  }
  return changeAccount(call, async (trx, account) => {
    const changes = changesOf(call.input, account)
    if (Object.keys(changes).length > 0) await trx.updateTable('accounts').set(changes).where('id', '=', account.id).execute()
    // With every other field comes what the page showed of the newsletter: that orders nothing and ends nothing.
    if (newsletter !== undefined && newsletter !== account.send_newsletter && newsletter !== isSubscribed(account))
      await switchNewsletter(trx, account, newsletter, now(), call.language)
    if (newAddress !== null) {
      await askForAddress(trx, account, newAddress, call.house)
      await recordSecurityEvent(trx, call, { kind: 'address.change-requested', accountId: account.id })
    }
    return { emailPending: newAddress !== null }
  })
})

type Personal = Pick<
  Selectable<Accounts>,
  'email' | 'firstname' | 'lastname' | 'age_group_id' | 'gender_id' | 'federal_state_id' | 'region_id'
>

/** What of the input differs from the account; refuses to empty what was filled (decision 9). */
function changesOf(input: Input, account: Personal): Partial<Personal> {
  const changes: Partial<Personal> = {}
  const { firstname, lastname, agegroup, gender, federalstate } = input
  // The name that stands in for a missing one is not a name somebody gave.
  const standIn = account.firstname === '' && firstname === firstnameOf(account)
  if (firstname !== undefined && !standIn) changes.firstname = filled('firstname', firstname, account.firstname)
  if (lastname !== undefined) changes.lastname = filled('lastname', lastname, account.lastname)
  if (agegroup !== undefined) changes.age_group_id = chosen('agegroup', agegroup, account.age_group_id, AGE_GROUPS)
  if (gender !== undefined) changes.gender_id = chosen('gender', gender, account.gender_id, GENDERS)
  if (federalstate !== undefined && federalstate !== account.federal_state_id) {
    const state = federalStates.find(({ id, regionId }) => id === federalstate && regionId === account.region_id)
    if (federalstate !== null && !state) throw new Refusal('wrong_input', 'federalstate')
    changes.federal_state_id = federalstate
  }
  return changes
}

function filled(field: string, given: string, before: string): string {
  const fault = given === before ? null : nameFault(given, TEXT.name)
  if (fault) throw new Refusal('wrong_input', field, `VALIDATION.${fault}`)
  return given
}

function chosen(field: string, given: number | null, before: number | null, list: readonly number[]): number | null {
  if (given === null && before !== null) throw new Refusal('wrong_input', field, 'VALIDATION.required')
  if (given !== null && !list.includes(given)) throw new Refusal('wrong_input', field)
  return given
}
