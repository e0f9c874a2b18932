import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/**
 * What stays of a buyer who is erased: contracts, invoices and attempts without the account, as the tax office wants them
 * (decisions/013). Payment data are forgotten here and at the provider; declarations that were settled lose who made them.
 */
export async function forgetBuyer(trx: Transaction<DB>, accountId: number): Promise<void> {
  // No paper shows the address; of drafts, which are nobody's papers, the name goes as well.
  await sql`select remove_invoice_buyers(array(select id from invoices where account_id = ${accountId}), false, now())`.execute(
    trx,
  )
  // An address on the web may name somebody; the names of campaigns don't.
  await sql`update subscriptions set came_from = came_from - 'referrer' where account_id = ${accountId}`.execute(trx)
  await sql`update exit_declarations set name = '', email = '', contract = '', reason = ''
    where account_id = ${accountId} and applied_at is not null`.execute(trx)
  const methods = await trx
    .updateTable('payment_methods')
    .set({ active: false })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  for (const { id } of methods) await addJob(trx, 'forget-method', { methodId: id })
}

/**
 * Tells the provider to forget payment data, then forgets them here; the mandate's reference stays, invoices name it.
 * @param given `isReplaced`: the account goes on with other data; how the old ones looked stays, and the text of a mandate, which
 * proves debits to a bank for thirteen months
 */
export async function forgetMethod({ methodId, isReplaced }: Jobs['forget-method'], house: House): Promise<void> {
  const { db, payments } = house
  const method = await db.selectFrom('payment_methods').selectAll().where('id', '=', methodId).executeTakeFirst()
  if (!method || method.active) return
  const provider = [payments.card].find((each) => each?.name === method.provider)
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
