import { Refusal } from '@kiosk/domain/errors'
import type { Asking } from '../endpoint.ts'
import { callerOf, isPassword } from '../session/passwords.ts'
import { isConfirmed } from './demand-confirmed.ts'
import { accountById } from './queries.ts'

/** Refuses a password that is not the one of the signed-in account; so many wrong ones, and the next is not looked at. */
export async function demandPassword(call: Asking, hash: string, password: string, field: string): Promise<void> {
  const { house, session } = call
  const key = `account ${session.account!.id}`
  // Counted before it is looked at: a hundred guesses at once are a hundred.
  await house.attempts.admit('login', key)
  if (!(await isPassword(hash, password, callerOf(call, true)))) throw new Refusal('password_wrong', field)
  await house.attempts.forget('login', key)
}

/** What a change of address asks for (decision 14): a fresh login, or the password in the field `password`. */
export async function demandFreshLogin(call: Asking, password: string): Promise<void> {
  const { session, house } = call
  if (isConfirmed(call)) return
  const account = await accountById(house.db, session.account!.id)
  if (!account) throw new Refusal('not_signed_in')
  if (account.password_hash === null) throw new Refusal('login_stale', 'email')
  if (password === '') throw new Refusal('password_wrong', 'password', 'VALIDATION.required')
  await demandPassword(call, account.password_hash, password, 'password')
}
