import type { MarketDecision } from '@kiosk/domain/payments/market'
import { regionById } from '@kiosk/domain/regions'
import { type Kysely, sql } from 'kysely'
import { lockAccount } from '../../accounts/queries.ts'
import { accountSubject, recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'

// An operator may decide about purchases of accounts whose country the evidence does not prove (ADR-0146).

export type DecisionKind = 'allow' | 'refuse' | 'clear'
/** A stored decision. */
export type KeptDecision = { decision: DecisionKind; country: string; actor: string; why: string; at: Date }

/** Returns the operator's last decision about sales to an account in a country; null: none, or it was cleared. */
export async function marketDecisionOf(db: Kysely<DB>, accountId: number, country: string): Promise<MarketDecision> {
  const { rows } = await sql<{ decision: DecisionKind }>`select decision from market_decisions
    where account_id = ${accountId} and country = ${country} order by id desc limit 1`.execute(db)
  const decision = rows[0]?.decision ?? 'clear'
  return decision === 'clear' ? null : decision
}

/**
 * Records a decision about an account's purchases in the country of its market, in its own transaction. Waits for a pending
 * purchase; the next one follows the decision. Active subscriptions continue.
 * @returns the country; null if the account does not exist
 */
export function decideMarket(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  accountId: number,
  options: { decision: DecisionKind; actor: string; why: string },
): Promise<string | null> {
  return transact(ctx, async (trx) => {
    const account = await lockAccount(trx, accountId)
    const country = account && regionById(account.region_id)?.country
    if (!country) return null
    await trx
      .insertInto('market_decisions')
      .values({ ...options, account_id: accountId, country, at: ctx.now() })
      .execute()
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'account.market-decided',
      subject: accountSubject(accountId),
      after: { country, decision: options.decision },
      reason: options.why,
    })
    return country
  })
}
