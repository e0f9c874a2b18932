import { DAY_MS } from '@kiosk/domain/time'
import type { AppContext } from '../../context.ts'
import { raiseAlarm, wasRaised } from '../alarms.ts'
import { type Lists, listsOfProviders } from './find-differences.ts'
import { repairDifferences } from './repair-differences.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Compares the providers' lists with the ledger. */
    reconcile: object
  }
}

/** Overlap of the nightly windows, in which movements are compared again. */
const LOOKS_BACK_DAYS = 4

/**
 * Reconciles with each provider every night: finds movements in its own lists that no webhook reported, records what is
 * unambiguous, puts the rest into suspense and alarms the operator. Raises no alarm about remaining differences of the last day,
 * because webhooks may still arrive.
 */
export async function reconcileNightly(_given: object, ctx: AppContext): Promise<void> {
  const { payments, log, now } = ctx
  const to = now()
  for (const lists of listsOfProviders(ctx, payments)) {
    try {
      const from = await beginningOf(ctx, lists, to)
      const { left } = await repairDifferences(ctx, lists, { from, to })
      for (const { is, what, id, ledgerAmount, providerAmount, currency } of left) {
        const subject = `${lists.name} ${what} ${id}`
        // The windows overlap, so a difference that a person has dismissed is found again.
        if (await wasRaised(ctx.db, { kind: 'books-differ', subject })) continue
        await raiseAlarm(ctx.db, ctx, {
          kind: 'books-differ',
          subject,
          details: { amount: providerAmount ?? ledgerAmount, currency, is },
        })
      }
      await noteReconciled(ctx, lists.name, { from, to })
    } catch (error) {
      log.error({ err: error, event: 'reconcile.failed', provider: lists.name }, 'reconciliation with a provider failed')
    }
  }
}

/**
 * Returns the start of the window: before the end of the last completed one, else before our first payment there. The end of the
 * comparison is recorded from the first attempt on, so that a provider with which it never succeeds counts as late, too.
 */
async function beginningOf({ db }: Pick<AppContext, 'db'>, { name }: Lists, to: Date): Promise<Date> {
  const behind = (at: Date) => new Date(Math.min(at.getTime(), to.getTime()) - LOOKS_BACK_DAYS * DAY_MS)
  const last = await db.selectFrom('reconciled_until').select('until').where('provider', '=', name).executeTakeFirst()
  if (last) return behind(last.until)
  const { first } = await db
    .selectFrom('ledger')
    .select((select) => select.fn.min('at').as('first'))
    .where('account', '=', `cash:${name}`)
    .executeTakeFirstOrThrow()
  const until = first ?? to
  await db
    .insertInto('reconciled_until')
    .values({ provider: name, until })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return behind(until)
}

/** Records that a provider was compared, unless these days leave a gap after those compared before, or add none to them. */
export async function noteReconciled(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  provider: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const until = new Date(Math.min(to.getTime(), now().getTime()))
  await db
    .updateTable('reconciled_until')
    .set({ until })
    .where('provider', '=', provider)
    .where('until', '>=', from)
    // A clock that was ahead may have recorded a future day.
    .where((where) => where.or([where('until', '<', until), where('until', '>', now())]))
    .execute()
}
