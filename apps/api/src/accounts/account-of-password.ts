import { Refusal } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { knownDevice } from '../session/known-device.ts'
import { callerOf, isPassword } from '../session/passwords.ts'
import { registrationBrowser } from '../session/registration-browser.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { loginLimits } from './login-limits.ts'
import { accountByEmail } from './queries.ts'
import { isOfBrowser, pendingRegistrations } from './registrations.ts'

type Account = Selectable<Accounts>
/** `registrationId`: the address is not proved, and this is the registration that the password belongs to. */
type Found = { account: Account; registrationId: number | null }

/**
 * The account of a mail address and its password. Unknown, without a password and wrong are one answer after the same time;
 * who guessed too often does not learn whether this one was right.
 */
export async function accountOfPassword(
  call: Asking,
  { username, password }: { username: string; password: string },
): Promise<Found> {
  const device = await knownDevice(call, username)
  const limits = loginLimits(call, username, device)
  await limits.demandFew()
  const account = await accountByEmail(call.house.db, username)
  const found = await findByPassword(call, account, { password, known: device !== null })
  if (!found) {
    await limits.countWrong()
    await recordSecurityEvent(call.house.db, call, { kind: 'sign-in.rejected', accountId: account?.id ?? null })
    throw new Refusal('wrong_credentials')
  }
  await limits.demandFew()
  await limits.forgive()
  return found
}

/** Nobody owns an unproved address yet: the password of any registration that waits for it is right. */
async function findByPassword(
  call: Asking,
  account: Account | undefined,
  { password, known }: { password: string; known: boolean },
): Promise<Found | null> {
  const caller = callerOf(call, known)
  if (account && !account.verified_at) {
    const { hash } = registrationBrowser(call)
    const pending = await pendingRegistrations(call.house.db, account.id)
    const ownFirst = pending.toSorted((a, b) => Number(isOfBrowser(b, hash)) - Number(isOfBrowser(a, hash)))
    for (const { id, password_hash } of ownFirst)
      if (await isPassword(password_hash, password, caller)) return { account, registrationId: id }
    if (pending.length > 0) return null
  }
  const right = await isPassword(account?.password_hash ?? null, password, caller)
  return account && right ? { account, registrationId: null } : null
}
