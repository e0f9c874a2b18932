import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'

/**
 * What stays of a buyer who is erased: contracts, invoices and attempts without the account, as the tax office wants them
 * (decisions/013). Payment data are forgotten here and at the provider; declarations that were settled lose who made them.
 */
export async function forgetBuyer(trx: Transaction<DB>, accountId: number): Promise<void> {
  await sql`update invoices set snapshot = snapshot #- '{buyer,email}' where account_id = ${accountId}`.execute(trx)
  // An address on the web may name somebody; the names of campaigns don't.
  await sql`update subscriptions set came_from = came_from - 'referrer' where account_id = ${accountId}`.execute(trx)
  // What was never issued is nobody's paper.
  await sql`update invoices set snapshot = snapshot #- '{buyer,name}' where account_id = ${accountId} and issued_at is null`.execute(
    trx,
  )
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

/** Tells the provider to forget payment data, then forgets them here; the mandate's reference stays, invoices name it. */
export async function forgetMethod({ methodId }: { methodId: number }, house: House): Promise<void> {
  const { db, payments } = house
  const method = await db.selectFrom('payment_methods').selectAll().where('id', '=', methodId).executeTakeFirst()
  if (!method || method.active) return
  const provider = [payments.card].find((each) => each?.name === method.provider)
  if (provider && !method.reference.startsWith('forgotten-')) await provider.forgetMethod(method.reference)
  await db
    .updateTable('payment_methods')
    .set({ reference: `forgotten-${methodId}`, customer_reference: null, masked: '', mandate_text: null })
    .where('id', '=', methodId)
    .execute()
}
