import { EVIDENCE_PIECES } from '@kiosk/domain/payments/market'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { clearAlarm, raiseAlarm } from '../alarms.ts'

/** An active subscription with its last invoice; `pieces` are all known countries, by kind of evidence. */
type WeakEvidence = { subscription: number; invoice: number; country: string; pieces: Record<string, string> }

/** Lists active subscriptions whose last invoice has neither two pieces of evidence nor an operator's permission, by id. */
export async function findWeakEvidence(db: Kysely<DB>): Promise<WeakEvidence[]> {
  const { rows } = await sql<WeakEvidence>`
    select s.id as subscription, i.id as invoice, i.country,
      coalesce(jsonb_object_agg(e.piece, e.country) filter (where e.piece is not null), '{}') as pieces
    from subscriptions s
    cross join lateral (select id, country from invoices where subscription_id = s.id and kind = 'invoice' and period_id is not null
      and state <> 'void' order by id desc limit 1) i
    left join invoice_evidence e on e.invoice_id = i.id
    where s.state in ('active', 'past-due')
    group by s.id, i.id, i.country having count(*) filter (where e.country = i.country) < ${EVIDENCE_PIECES}
      and not coalesce(bool_or(e.piece = 'operator'), false)
    order by s.id`.execute(db)
  return rows
}

/**
 * Raises an operator alarm for subscriptions whose evidence has become too weak, for instance because of a foreign card. They
 * still renew. Invoices without any evidence predate ADR-0125 and are not reported.
 */
export async function flagWeakEvidence(ctx: Pick<AppContext, 'db' | 'log' | 'now'>): Promise<void> {
  const { db } = ctx
  const weak = (await findWeakEvidence(db)).filter(({ pieces }) => Object.keys(pieces).length > 0)
  const subjectOf = (subscription: number) => `contract ${subscription}`
  for (const { subscription, invoice, country, pieces } of weak) {
    const details = { contract: subscription, invoice, country, ...pieces }
    await raiseAlarm(db, ctx, { kind: 'weak-evidence', subject: subjectOf(subscription), details })
  }
  const open = await db
    .selectFrom('operator_alarms')
    .select('subject')
    .where('kind', '=', 'weak-evidence')
    .where('cleared_at', 'is', null)
    .execute()
  const still = new Set(weak.map(({ subscription }) => subjectOf(subscription)))
  for (const { subject } of open) if (!still.has(subject)) await clearAlarm(db, ctx, { kind: 'weak-evidence', subject })
}
