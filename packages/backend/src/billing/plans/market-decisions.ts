import { ApiError } from '@kiosk/domain/errors'
import type { MarketDecision, MarketDecisionKind } from '@kiosk/domain/payments/market'
import { marketOf } from '@kiosk/domain/regions'
import { type Kysely, sql } from 'kysely'
import { lockAccount } from '../../accounts/queries.ts'
import { accountSubject, recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'

// An operator may decide about purchases of accounts whose country the evidence does not prove (ADR-0146).

/** A stored decision. */
export type KeptDecision = { decision: MarketDecisionKind; country: string; actor: string; why: string; at: Date }

/** Returns the operator's last decision about sales to an account in a country; null: none, or it was cleared. */
export async function marketDecisionOf(db: Kysely<DB>, accountId: number, country: string): Promise<MarketDecision> {
  return inForce((await lastDecision(db, accountId, country))?.decision)
}

/** Returns a stored decision unless it is missing or was cleared. */
export const inForce = (decision: MarketDecisionKind | null | undefined): MarketDecision =>
  !decision || decision === 'clear' ? null : decision

/** Returns the last decision as an SQL column of `accounts`, also one that was cleared. */
export const lastDecisionIn = (country: string) => sql<MarketDecisionKind | null>`(select decision from market_decisions d
  where d.account_id = accounts.id and d.country = ${country} order by d.id desc limit 1)`

async function lastDecision(db: Kysely<DB>, accountId: number, country: string) {
  const { rows } = await sql<Pick<KeptDecision, 'decision' | 'why'>>`select decision, why from market_decisions
    where account_id = ${accountId} and country = ${country} order by id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Records a decision about an account's purchases in the country of its market, in its own transaction. Waits for a pending
 * purchase; the next one follows the decision. Active subscriptions continue. Repeating the last decision with the same reason
 * has no effect.
 * @param options.actor name of the person who decides
 * @param options.country the country that the person saw, if it may have changed
 * @returns the country; null if the account does not exist
 * @throws ApiError changed_meanwhile: the account has another country now
 */
export function decideMarket(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  accountId: number,
  { country: seen, ...decided }: { decision: MarketDecisionKind; actor: string; why: string; country?: string | undefined },
): Promise<string | null> {
  return transact(ctx, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account) return null
    const { country } = marketOf(account)
    if (seen !== undefined && seen !== country) throw new ApiError('changed_meanwhile', undefined, 'ERROR.COUNTRY_CHANGED')
    const last = await lastDecision(trx, accountId, country)
    if (last?.decision === decided.decision && last.why === decided.why) return country
    await trx
      .insertInto('market_decisions')
      .values({ ...decided, account_id: accountId, country, at: ctx.now() })
      .execute()
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'account.market-decided',
      subject: accountSubject(accountId),
      after: { country, decision: decided.decision },
      reason: decided.why,
    })
    return country
  })
}
