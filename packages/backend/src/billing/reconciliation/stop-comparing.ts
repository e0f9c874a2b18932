import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { OPEN_IN_SQL } from '../charges/lock-attempts.ts'
import { listsOfProviders } from './find-differences.ts'

/**
 * What is left at a provider: payments and refunds without a result (also payments that were given up before it was known), and
 * running subscriptions that it charges.
 */
type Left = { payments: number; refunds: number; subscriptions: number }

/**
 * Stops the comparison with a provider that is no longer configured; otherwise it would count as late for ever. What is left there
 * stays as it is. If the provider is configured again, the next night compares everything since the first payment there.
 * @returns why nothing was stopped, or what is left at the provider
 */
export async function stopComparing(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'payments' | 'actor'>,
  provider: string,
  reason: string,
): Promise<'in-use' | 'not-compared' | Left> {
  if (listsOfProviders(ctx, ctx.payments).some(({ name }) => name === provider)) return 'in-use'
  return transact(ctx, async (trx) => {
    const stopped = await trx
      .deleteFrom('reconciled_until')
      .where('provider', '=', provider)
      .returning('until')
      .executeTakeFirst()
    if (!stopped) return 'not-compared'
    const { rows } = await sql<Left>`select
        (select count(*)::int from payment_attempts where provider = ${provider}
          and (state in ${OPEN_IN_SQL} or outcome_unknown)) as payments,
        (select count(*)::int from refunds r join payment_attempts a on a.id = r.attempt_id
          where a.provider = ${provider} and r.state in ('created', 'sent', 'unknown')) as refunds,
        (select count(*)::int from subscriptions s where s.state in ('active', 'past-due') and (
          exists (select from payment_methods m where m.id = s.payment_method_id and m.provider = ${provider}) or exists (
            select from wallet_subscriptions w where w.reference = s.provider_reference and w.provider = ${provider}))) as subscriptions`.execute(
      trx,
    )
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'ledger.comparison-stopped',
      subject: { kind: 'provider', id: provider, name: provider },
      before: { until: stopped.until },
      reason,
    })
    return rows[0]!
  })
}
