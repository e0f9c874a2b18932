import { firstnameOf } from '@kiosk/domain/accounts/rules'
import type { Selectable, Transaction } from 'kysely'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import { endSessions } from '../auth/create-session.ts'
import { recordSystemEvent } from '../auth/security-events.ts'
import { forgetPaymentMethods } from '../billing/checkout/forget-method.ts'
import { lockBeforeErasing } from '../billing/locks.ts'
import { leaveTraces } from '../billing/plans/voucher-redemption-traces.ts'
import type { AppContext } from '../context.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { forgetUnderAddresses } from './data-by-email.ts'
import { hasSubscription, lockAccount } from './queries.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Erases an account after the grace period. */
    'erase-account': { accountId: number }
  }
}

/**
 * Erases an account locked in `trx` with all data linked to it or stored under its addresses. Data that the law requires
 * stays without the account (ADR-0013). The last address stays in `deleted_account_emails` for the confirmation e-mail.
 */
export async function eraseAccount(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  ctx: Pick<AppContext, 'now' | 'log' | 'secret' | 'payments' | 'actor'>,
  reason?: string,
): Promise<void> {
  await lockBeforeErasing(trx, account.id)
  await sayGoodbye(trx, account, ctx.now())
  await eraseRows(trx, account, ctx)
  // Without the account id: the event states only that an account was erased.
  await recordSystemEvent(trx, ctx, { kind: 'account.erased' })
  await recordAudit(trx, ctx.actor, ctx.now(), { action: 'account.erased', subject: accountSubject(account.id), reason })
}

/** Does the same for an account that a restored backup has brought back. Its owner is not told again. */
export async function eraseAgain(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  ctx: Pick<AppContext, 'now' | 'log' | 'secret' | 'payments'>,
): Promise<void> {
  await lockBeforeErasing(trx, account.id)
  await eraseRows(trx, account, ctx)
}

async function sayGoodbye(trx: Transaction<DB>, account: Selectable<Accounts>, at: Date): Promise<void> {
  const { id: partingId } = await trx
    .insertInto('deleted_account_emails')
    .values({ email: account.email, firstname: firstnameOf(account), language: account.language, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, 'letter', { letter: 'account-deleted', partingId })
}

async function eraseRows(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  ctx: Pick<AppContext, 'now' | 'log' | 'secret' | 'payments'>,
): Promise<void> {
  await leaveTraces(trx, ctx, account)
  // Before the account: its address changes are deleted with it, and they contain the earlier addresses.
  await forgetUnderAddresses(trx, account, ctx.now())
  await forgetPaymentMethods(trx, account.id)
  // Lock sessions before devices, in the order in which their use is recorded; the rest is deleted by cascade.
  await endSessions(trx, account.id)
  await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
}

/**
 * Erases an account after its grace period, once: the row is locked, and a second call finds none. A cancelled or
 * postponed request is skipped.
 */
export async function eraseDueAccount(
  { accountId }: { accountId: number },
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'payments' | 'secret'>,
): Promise<void> {
  await transact(ctx, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account?.erase_at || account.erase_at > ctx.now()) return
    // Should not happen, because a deactivated account cannot buy. Housekeeping tries again.
    if (await hasSubscription(trx, accountId, ctx.now())) {
      ctx.log.error({ event: 'account.erasure-postponed', accountId }, 'account due for erasure still has a subscription')
      return
    }
    await eraseAccount(trx, account, ctx)
  })
}
