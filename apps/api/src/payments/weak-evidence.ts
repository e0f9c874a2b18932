import { EVIDENCE_PIECES } from '@kiosk/domain/payments/market'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { clearAlarm, raiseAlarm } from './alarms.ts'

/** A running contract with its last invoice; `pieces` are all countries known, by piece. */
export type WeakEvidence = { contract: number; invoice: number; country: string; pieces: Record<string, string> }

/** Running contracts whose last invoice fewer than two pieces of evidence speak for, in the order of their numbers. */
export async function findWeakEvidence(db: Kysely<DB>): Promise<WeakEvidence[]> {
  const { rows } = await sql<WeakEvidence>`
    select s.id as contract, i.id as invoice, i.country,
      coalesce(jsonb_object_agg(e.piece, e.country) filter (where e.piece is not null), '{}') as pieces
    from subscriptions s
    cross join lateral (select id, country from invoices where subscription = s.id and kind = 'invoice' and period_id is not null
      and state <> 'void' order by id desc limit 1) i
    left join invoice_evidence e on e.invoice_id = i.id
    where s.state in ('active', 'past-due')
    group by s.id, i.id, i.country having count(*) filter (where e.country = i.country) < ${EVIDENCE_PIECES}
    order by s.id`.execute(db)
  return rows
}

/**
 * Alarms the operator of contracts whose evidence became too weak, such as by a card of another country. They renew all the
 * same. Invoices without any evidence are older than decisions/125 and are not told.
 */
export async function flagWeakEvidence(house: House): Promise<void> {
  const { db } = house
  const weak = (await findWeakEvidence(db)).filter(({ pieces }) => Object.keys(pieces).length > 0)
  const subjectOf = (contract: number) => `contract ${contract}`
  for (const { contract, invoice, country, pieces } of weak) {
    const details = { contract, invoice, country, ...pieces }
    await raiseAlarm(db, house, { kind: 'weak-evidence', subject: subjectOf(contract), details })
  }
  const open = await db
    .selectFrom('operator_alarms')
    .select('subject')
    .where('kind', '=', 'weak-evidence')
    .where('cleared_at', 'is', null)
    .execute()
  const still = new Set(weak.map(({ contract }) => subjectOf(contract)))
  for (const { subject } of open) if (!still.has(subject)) await clearAlarm(db, house, { kind: 'weak-evidence', subject })
}
