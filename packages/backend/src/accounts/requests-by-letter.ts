import { ApiError } from '@kiosk/domain/errors'
import { isLanguage } from '@kiosk/domain/locale'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import { recordSystemEvent } from '../auth/security-events.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transaction.ts'
import { eraseAccount } from './erase-account.ts'
import { everythingOf } from './export-data.ts'
import { accountById, hasSubscription, lockAccount } from './queries.ts'
import { requestErasure } from './request-erasure.ts'

// Requests of readers that the staff carries out (Art. 15 and 17 GDPR), by command or at the desk.

type Context = Pick<AppContext, 'db' | 'log' | 'now' | 'secret' | 'payments' | 'actor'>

/** Returns all personal data of an account; `recordExport` notes that they were handed out. @throws ApiError not_found */
export async function personalDataOf(ctx: Context, accountId: number) {
  const account = await accountById(ctx.db, accountId)
  if (!account) throw new ApiError('not_found', 'id')
  return everythingOf(ctx, account, isLanguage(account.language) ? account.language : 'de')
}

/** Records an export for the reader and in the audit log. */
export async function recordExport(ctx: Context, accountId: number, reason?: string): Promise<void> {
  await transact(ctx, async (trx) => {
    await recordSystemEvent(trx, ctx, { kind: 'account.export', accountId, details: { by: 'operator' } })
    await recordAudit(trx, ctx.actor, ctx.now(), { action: 'account.exported', subject: accountSubject(accountId), reason })
  })
}

/**
 * Closes an account, to be erased after the days of grace, or erases it now.
 * @returns when it will be or was erased
 * @throws ApiError not_found; contract_active if a subscription has not ended
 */
export function eraseOnRequest(
  ctx: Context,
  accountId: number,
  { now: isNow, reason }: { now: boolean; reason?: string | undefined },
): Promise<Date> {
  return transact(ctx, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account) throw new ApiError('not_found', 'id')
    if (await hasSubscription(trx, accountId, ctx.now())) throw new ApiError('contract_active')
    if (isNow) {
      await eraseAccount(trx, account, ctx, reason)
      return ctx.now()
    }
    if (account.erase_at) return account.erase_at
    await recordSystemEvent(trx, ctx, { kind: 'account.erasure-requested', accountId, details: { by: 'operator' } })
    return requestErasure(trx, account, ctx, reason)
  })
}
