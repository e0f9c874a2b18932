import { emailVerification as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import type { Kysely, Transaction } from 'kysely'
import { dataOfToken, endTokens, ownerOfToken, readToken, redeemToken } from '../auth/one-time-tokens.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../auth/security-events.ts'
import type { DB } from '../db/schema.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { forgetPendingAddress } from './email-change.ts'
import { accountByEmail, accountById } from './queries.ts'
import { keepsAddress, proveAddress, removeUnproved } from './registrations.ts'

/**
 * Confirms a new address. The link proves the mailbox, the session the account: the owner of a mailbox who did not request the
 * change cannot confirm it by accident. A link that is used again succeeds while its address is that of the account. A spent link
 * asks nobody to sign in, because it would confirm nothing afterwards.
 */
export const emailVerification = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, session } = call
  const now = ctx.now()
  const owner = await ownerOfToken(ctx.db, 'email', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'email' } })
    throw new ApiError('token_invalid', 'token')
  }
  if (session.account?.id !== owner) {
    const state = await readToken(ctx.db, 'email', input.token, now)
    const account = state === 'used' ? await accountById(ctx.db, owner) : undefined
    if (account && (await isAddressOf(ctx.db, account, input.token))) return { email: account.email }
    throw new ApiError(typeof state === 'string' ? 'verification_expired' : 'sign_in_to_confirm')
  }
  const swap = changeAccount(call, async (trx, account) => {
    const redeemed = await redeemToken(trx, 'email', input.token, now)
    if (redeemed === 'unknown') throw new ApiError('token_invalid', 'token')
    if (redeemed === 'used' && (await isAddressOf(trx, account, input.token))) return { email: account.email }
    if (typeof redeemed === 'string') throw new ApiError('verification_expired')
    const email = await confirmChange(trx, account.id, Number(redeemed.data.changeId ?? 0), now)
    const other = await accountByEmail(trx, email)
    const isOthers = other !== undefined && other.id !== account.id
    if (isOthers && (keepsAddress(other) || !(await removeUnproved(trx, other.id)))) throw new ApiError('mail_taken', 'email')
    if (!account.verified_at) await proveAddress(trx, account.id, { now })
    await trx.updateTable('accounts').set({ email, mail_bounced_at: null }).where('id', '=', account.id).execute()
    // Links sent to the old mailbox become invalid.
    for (const purpose of ['recovery', 'exit', 'payment', 'price'] as const) await endTokens(trx, purpose, account.id, now)
    // A used token could still confirm the newsletter.
    await trx.deleteFrom('one_time_tokens').where('account_id', '=', account.id).where('purpose', '=', 'verification').execute()
    await recordSecurityEvent(trx, call, { kind: 'address.changed', accountId: account.id })
    return { email }
  })
  return swap.catch((error: unknown) => {
    // Another account took the address between the check and the update.
    if ((error as { constraint?: string }).constraint === 'accounts_by_email') throw new ApiError('mail_taken', 'email')
    throw error
  })
})

/** Confirms a pending change, cancels others of the account, and returns the new address. */
async function confirmChange(trx: Transaction<DB>, accountId: number, changeId: number, now: Date): Promise<string> {
  const change = await trx
    .updateTable('address_changes')
    .set({ confirmed_at: now })
    .where('id', '=', changeId)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (!change) throw new ApiError('verification_expired')
  await forgetPendingAddress(trx, accountId, now)
  return change.email
}

/** Returns whether the address that a link has confirmed is still that of its account. */
async function isAddressOf(db: Kysely<DB>, { id, email }: { id: number; email: string }, token: string): Promise<boolean> {
  const { changeId } = await dataOfToken(db, 'email', token)
  const change = await db
    .selectFrom('address_changes')
    .select('email')
    .where('id', '=', Number(changeId ?? 0))
    .where('account_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return change?.email === email
}
