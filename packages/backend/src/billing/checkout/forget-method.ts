import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Jobs } from '../../jobs/job.ts'
import { cardProvider } from '../provider-calls.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Deletes payment data that are no longer used. */
    'forget-method': { methodId: number; isReplaced?: true }
  }
}

/**
 * Removes personal data of a buyer who is about to be erased. Subscriptions, invoices and attempts stay without the account, as
 * tax law requires (ADR-0013). A job deletes payment data at the provider and here; settled declarations lose their personal
 * data.
 */
export async function forgetPaymentMethods(trx: Transaction<DB>, accountId: number): Promise<void> {
  // Invoices do not show the e-mail address; drafts are not issued, so they lose the name as well.
  await sql`select remove_invoice_buyers(array(select id from invoices where account_id = ${accountId}), false, now())`.execute(
    trx,
  )
  // A referrer may identify a person; campaign names do not.
  await sql`update subscriptions set attribution = attribution - 'referrer' where account_id = ${accountId}`.execute(trx)
  await sql`update termination_declarations set name = '', email = '', contract = '', reason = ''
    where account_id = ${accountId} and applied_at is not null`.execute(trx)
  const methods = await trx
    .updateTable('payment_methods')
    .set({ active: false })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  for (const { id } of methods) await enqueue(trx, 'forget-method', { methodId: id })
}

/**
 * Deletes payment data at the provider, then here; keeps the mandate reference, because invoices show it.
 * @param job `isReplaced`: the account continues with other data; keeps the masked number and the mandate text, which proves
 * debits to a bank for thirteen months
 */
export async function forgetMethod(
  { methodId, isReplaced }: Jobs['forget-method'],
  ctx: Pick<AppContext, 'db' | 'payments'>,
): Promise<void> {
  const { db } = ctx
  const method = await db.selectFrom('payment_methods').selectAll().where('id', '=', methodId).executeTakeFirst()
  if (!method || method.active) return
  const provider = cardProvider(ctx, method.provider)
  if (provider && !method.reference.startsWith('forgotten-')) await provider.forgetMethod(method.reference)
  await db
    .updateTable('payment_methods')
    .set({
      reference: `forgotten-${methodId}`,
      customer_reference: null,
      ...(!isReplaced && { masked: '', mandate_text: null }),
    })
    .where('id', '=', methodId)
    .execute()
}
