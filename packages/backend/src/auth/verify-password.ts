import { ApiError } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import { addVerificationEmail } from '../accounts/emails/send-account-emails.ts'
import { accountByEmail } from '../accounts/queries.ts'
import { isOfBrowser, pendingRegistrations } from '../accounts/registrations.ts'
import type { Accounts } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { failInEvenTime } from './constant-time.ts'
import { countMailbox, emailPace } from './email-limits.ts'
import { knownDeviceOf } from './known-device.ts'
import { loginLimits } from './login-limits.ts'
import { callerOf, isPassword } from './passwords.ts'
import { registrationBrowser } from './registration-browser.ts'
import { recordSecurityEvent } from './security-events.ts'

type Account = Selectable<Accounts>
/** `registrationId`: the address is unverified, and the password belongs to this registration. */
type Found = { account: Account; registrationId: number | null }
type Credentials = { username: string; password: string }

/**
 * Finds the account of an e-mail address and password. Unknown address, missing password and wrong password give the same error
 * after the same time; a rate-limited caller does not learn whether the password was correct.
 */
export function accountOfPassword(call: RequestContext, credentials: Credentials): Promise<Found> {
  return failInEvenTime(call.ctx, () => findAccount(call, credentials))
}

async function findAccount(call: RequestContext, { username, password }: Credentials): Promise<Found> {
  const account = await accountByEmail(call.ctx.db, username)
  const device = account ? await knownDeviceOf(call, account.id) : null
  const limits = loginLimits(call, username, device)
  await limits.assertNotLimited()
  const matching = await findByPassword(call, account, { password, known: device !== null })
  const found = matching && (await mayBeKnown(call, matching)) ? matching : null
  if (!found) {
    await limits.recordFailure()
    await recordSecurityEvent(call.ctx.db, call, { kind: 'sign-in.rejected', accountId: account?.id ?? null })
    throw new ApiError('wrong_credentials')
  }
  await limits.assertNotLimited()
  await limits.reset()
  return found
}

/** Checks the password. An unverified address has no owner yet, so the password of any pending registration is accepted. */
async function findByPassword(
  call: RequestContext,
  account: Account | undefined,
  { password, known }: { password: string; known: boolean },
): Promise<Found | null> {
  const caller = callerOf(call, known)
  if (account && !account.verified_at) {
    const { hash } = registrationBrowser(call)
    const pending = await pendingRegistrations(call.ctx.db, account.id)
    const ownFirst = pending.toSorted((a, b) => Number(isOfBrowser(b, hash)) - Number(isOfBrowser(a, hash)))
    // Otherwise the response time would tell somebody who registers an address several times whether it had an account before.
    const tried = call.ctx.neutralAnswers ? ownFirst.slice(0, 1) : ownFirst
    for (const { id, password_hash } of tried)
      if (await isPassword(password_hash, password, caller)) return { account, registrationId: id }
    if (pending.length > 0) return null
  }
  const right = await isPassword(account?.password_hash ?? null, password, caller)
  return account && right ? { account, registrationId: null } : null
}

/**
 * Whether the caller may learn that this account exists. With neutral answers, an address that is not verified yet gets its
 * e-mail again, and the answer is that for an unknown one. Otherwise somebody who registers an address and signs in with that
 * password would see whether it had an account before.
 */
async function mayBeKnown(call: RequestContext, { account, registrationId }: Found): Promise<boolean> {
  const isWaiting = account.verified_at === null && account.deactivated_at === null
  if (!isWaiting || !call.ctx.neutralAnswers) return true
  // An error would reveal that the address is not verified yet.
  if ((await countMailbox(call, account.email)) !== null) return false
  const pace = await emailPace(call, account.email)
  await addVerificationEmail(call.ctx.db, { accountId: account.id, registrationId }, pace)
  return false
}
