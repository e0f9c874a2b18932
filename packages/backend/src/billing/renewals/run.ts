import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { recoverPayments } from '../charges/recover.ts'
import { carryOutPlannedEnds } from '../operator-actions/plan-end.ts'
import { announcePriceChanges } from '../plans/announce-price-changes.ts'
import { sendRefunds } from '../refunds/send.ts'
import { remindReaders } from './remind-readers.ts'
import { type BillingRun, runBilling } from './renew.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Makes the charges that are due. */
    billing: object
  }
}

/**
 * Runs renewals for the scheduled job and the operator's command: recovers interrupted payments, ends subscriptions, announces
 * price changes and debits, charges what is due, sends reminders, and sends pending refunds to the providers.
 */
export async function runRenewals(ctx: BillingContext, onBatch?: (progress: BillingRun) => void): Promise<BillingRun> {
  await recoverPayments(ctx)
  const planned = await carryOutPlannedEnds(ctx)
  await announcePriceChanges(ctx)
  const run = await runBilling(ctx, onBatch)
  await remindReaders(ctx)
  await sendRefunds(ctx)
  const whole = { ...run, ended: run.ended + planned }
  // Batches have their own transactions. One audit entry names who started the run, and its result.
  if (ctx.actor)
    await transact(ctx, (trx) =>
      recordAudit(trx, ctx.actor, ctx.now(), {
        action: 'billing.run',
        subject: { kind: 'billing', id: 'renewals', name: 'renewals' },
        after: whole,
      }),
    )
  return whole
}

/** Counts due subscriptions, for progress. */
export async function countDue({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from subscriptions
    where next_charge_at <= ${now()} and state in ('active', 'past-due') and order_type = 1`.execute(db)
  return rows[0]!.count
}
