import { REFUSED_DAYS, REFUSED_SHORTLY_DAYS } from '@kiosk/domain/payments/terms'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

const DAY_MS = 86_400_000
/** Reasons that pass: money comes, a mandate is given anew. */
const PASSING = ['insufficient_funds', 'mandate_cancelled']

/**
 * Notes that a card or an account is not accepted for a while, whoever leaves it again. Rows are only added, so that nobody waits
 * for anybody (decisions/068); nothing where the provider named no fingerprint.
 */
export async function refuseInstrument(
  trx: Transaction<DB>,
  { methodId, reason, now }: { methodId: number | null; reason: string; now: Date },
): Promise<void> {
  const days = PASSING.includes(reason) ? REFUSED_SHORTLY_DAYS : REFUSED_DAYS
  await sql`insert into refused_instruments (provider, fingerprint, reason, at, until)
    select provider, fingerprint, ${reason}, ${now}, ${new Date(now.getTime() + days * DAY_MS)}::timestamptz
    from payment_methods where id = ${methodId} and fingerprint is not null`.execute(trx)
}

/** What was disputed or returned came again: the card or account is accepted as before. */
export async function acceptInstrument(trx: Transaction<DB>, methodId: number | null): Promise<void> {
  await sql`delete from refused_instruments where id in (
    select r.id from refused_instruments r join payment_methods m on m.provider = r.provider and m.fingerprint = r.fingerprint
    where m.id = ${methodId} and r.reason in ('disputed', 'returned') for update of r skip locked)`.execute(trx)
}

/** Whether a card or an account is not accepted at the moment. */
export async function isRefusedInstrument(
  db: Kysely<DB>,
  { provider, fingerprint, now }: { provider: string; fingerprint: string | null; now: Date },
): Promise<boolean> {
  if (fingerprint === null) return false
  const found = await db
    .selectFrom('refused_instruments')
    .select('id')
    .where('provider', '=', provider)
    .where('fingerprint', '=', fingerprint)
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
