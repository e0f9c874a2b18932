import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { draftCreditNote, issueInvoices } from './invoices.ts'
import { post, soldPostings } from './ledger.ts'
import { lineText } from './line-text.ts'
import type { Locked } from './settle-attempts.ts'

/** Money that came and went again: the invoice is credited, the period entitles no more, the contract ends. Once. */
export async function bookReturned(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  returned: Extract<Outcome, { state: 'returned' }>,
): Promise<void> {
  if (attempt.period_state === 'refunded') return
  const now = house.now()
  const { snapshot } = await trx
    .selectFrom('invoices')
    .select('snapshot')
    .where('id', '=', attempt.invoice_id)
    .executeTakeFirstOrThrow()
  const { language } = snapshot as { language: 'de' | 'en' | 'fr' }
  const note = await draftCreditNote(trx, {
    invoiceId: attempt.invoice_id,
    amount: attempt.amount,
    text: lineText(language, null, attempt.starts_at, attempt.ends_at),
    at: now,
  })
  await issueInvoices(trx, 'credit-note', [note.id], now)
  const { net, tax, country } = await trx
    .selectFrom('invoices')
    .select(['net', 'tax', 'country'])
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  await post(trx, [
    {
      postings: [{ account: `cash:${attempt.provider}`, amount: -attempt.amount }, ...soldPostings([{ net, tax, country }])],
      currency: attempt.currency,
      at: now,
      invoiceId: note.id,
      attemptId: attempt.id,
    },
  ])
  await trx
    .updateTable('payment_attempts')
    .set({ decline_code: returned.code, decline_text: returned.text.slice(0, 300) })
    .where('id', '=', attempt.id)
    .execute()
  await trx.updateTable('periods').set({ state: 'refunded' }).where('id', '=', attempt.period_id).execute()
  await trx
    .updateTable('subscriptions')
    .set({ state: 'ended', ends_at: now, next_charge_at: null, auto_renew: false })
    .where('id', '=', attempt.subscription)
    .where('ends_at', '>', now)
    .execute()
}
