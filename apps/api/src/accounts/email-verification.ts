import { emailVerification as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import { endTokens, ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { forgetPendingAddress } from './address-change.ts'
import { accountByEmail, lockAccount } from './queries.ts'
import { proveAddress } from './registrations.ts'

/**
 * The link proves the mailbox, the session whose account gets it: whoever owns the mailbox but did not ask for the change
 * gives nobody an address.
 */
export const emailVerification = serve(declared, 'personal', async (call) => {
  const { house, input, session } = call
  const now = house.now()
  const owner = await ownerOfToken(house.db, 'email', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'email' } })
    throw new Refusal('token_invalid', 'token')
  }
  if (session.account?.id !== owner) throw new Refusal('sign_in_to_confirm')
  const swap = house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, 'email', input.token, now)
    if (!account || redeemed === 'unknown') throw new Refusal('token_invalid', 'token')
    if (typeof redeemed === 'string') throw new Refusal('verification_expired')
    const email = await confirmChange(trx, account.id, Number(redeemed.data.changeId ?? 0), now)
    const taken = await accountByEmail(trx, email)
    if (taken && taken.id !== account.id) throw new Refusal('mail_taken', 'email')
    if (!account.verified_at) await proveAddress(trx, account.id, { now })
    await trx.updateTable('accounts').set({ email, mail_bounced_at: null }).where('id', '=', account.id).execute()
    // Links in the old mailbox open nothing any more.
    for (const purpose of ['recovery', 'verification', 'exit', 'payment', 'price'] as const)
      await endTokens(trx, purpose, account.id, now)
    await recordSecurityEvent(trx, call, { kind: 'address.changed', accountId: account.id })
    return { email }
  })
  return swap.catch((error: unknown) => {
    // Somebody took the address between the question and the answer.
    if ((error as { constraint?: string }).constraint === 'accounts_by_email') throw new Refusal('mail_taken', 'email')
    throw error
  })
})

/** The new address of a change that still waits; the account's other changes end. */
async function confirmChange(trx: Transaction<DB>, accountId: number, changeId: number, now: Date): Promise<string> {
  const change = await trx
    .updateTable('address_changes')
    .set({ confirmed_at: now })
    .where('id', '=', changeId)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (!change) throw new Refusal('verification_expired')
  await forgetPendingAddress(trx, accountId, now)
  return change.email
}
