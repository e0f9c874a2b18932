import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { forgetJobs } from '../../jobs/test-jobs.ts'
import { bill } from '../bill.ts'
import { runBilling } from '../renew.ts'
import { clearBooks } from '../test-books.ts'
import { type Checkout, type Reader, testCheckout } from '../test-checkout.ts'
import { contractsOfAccount } from './describe-contract.ts'

/** The checkout for one test file: its books are empty before each test, and it is closed after the last. Call it at the top. */
export async function openActs(): Promise<Checkout> {
  const shop = await testCheckout()
  beforeEach(() => startAgain(shop))
  afterAll(() => shop.close())
  return shop
}

/** An act as an operator asks for it. */
export const asked = (contract: number) => ({ actId: randomUUID(), contract, actor: 'anna', why: 'ticket 7' })

/** Somebody who has bought, and the contract. */
export async function subscriber(
  shop: Checkout,
  given: { plan?: number; method?: string; kind?: 'CC' | 'DD'; voucher?: string; language?: string } = {},
) {
  const { plan = 2, method, kind, voucher, language = 'de' } = given
  const reader = await shop.reader({ language, firstname: 'Mira' })
  const reference = await shop.leave(reader, method, kind)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  if (voucher) {
    const form = { subscription: String(plan), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  await shop.purchase(reader, plan)
  const [contract] = await contractsOfAccount(shop.db, reader.id)
  return { ...reader, reference, contract: contract! }
}

/** Time passes, and the scheduled job runs. */
export async function pass(shop: Checkout, days: number): Promise<void> {
  shop.later(days)
  await bill(shop.api.house)
  await runBilling(shop.api.house)
}

/** What a reader was charged and got back at the provider: minor units. */
export function movedFor(shop: Checkout, attempts: readonly string[], refunds: readonly string[]): number[] {
  return shop.psp.moved
    .filter(({ attemptId, refundId }) => attempts.includes(attemptId ?? '') || refunds.includes(refundId ?? ''))
    .map(({ amount }) => amount)
}

/** The same for all money of a reader's contracts. */
export async function movements(shop: Checkout, { id }: Pick<Reader, 'id'>): Promise<number[]> {
  const { rows } = await sql<{ attempts: string[]; refunds: string[] }>`select
      array(select a.id::text from payment_attempts a join invoices i on i.id = a.invoice_id where i.account_id = ${id}) as attempts,
      array(select r.id::text from refunds r join payment_attempts a on a.id = r.attempt_id
        join invoices i on i.id = a.invoice_id where i.account_id = ${id}) as refunds`.execute(shop.db)
  return movedFor(shop, rows[0]!.attempts, rows[0]!.refunds)
}

/** Every row that an act may change, as text. */
export async function everything(db: Database): Promise<string> {
  const tables = ['subscriptions', 'periods', 'invoices', 'invoice_lines', 'payment_attempts', 'refunds', 'ledger', 'disputes']
  const more = ['planned_ends', 'contract_acts', 'exit_declarations', 'number_series', 'carts', 'voucher_redemptions']
  const parts: string[] = []
  for (const table of [...tables, ...more, 'graphile_worker._private_jobs']) {
    const { rows } = await sql<{ all: string | null }>`select string_agg(t::text, E'\n' order by t::text) as all
      from ${sql.raw(table)} t`.execute(db)
    parts.push(`${table}: ${rows[0]!.all ?? ''}`)
  }
  return parts.join('\n')
}

/** Nothing is left of the test before; the clock is back where it began: logins last by the clock of the wall. */
async function startAgain(shop: Checkout): Promise<void> {
  await clearBooks(shop.db)
  await forgetJobs(shop.db)
  shop.psp.moved.length = 0
  shop.later((BEGIN.getTime() - shop.now().getTime()) / 86_400_000)
}
const BEGIN = new Date('2026-03-10T09:00:00Z')
