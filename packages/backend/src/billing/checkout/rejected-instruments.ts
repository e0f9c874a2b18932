import { REJECTED_DAYS, REJECTED_SHORTLY_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Temporary reasons: the account may be funded again, or a new mandate given. */
const PASSING = ['insufficient_funds', 'mandate_cancelled']

/**
 * Blocks a card or bank account for a while, for every account that saves it again. Rows are only inserted, so that no
 * transaction waits for another (ADR-0068). Does nothing if the provider gave no fingerprint, or for accounts of a wallet, which
 * decides itself who may pay.
 */
export async function rejectInstrument(
  trx: Transaction<DB>,
  { methodId, reason, now }: { methodId: number | null; reason: string; now: Date },
): Promise<void> {
  const days = PASSING.includes(reason) ? REJECTED_SHORTLY_DAYS : REJECTED_DAYS
  await sql`insert into rejected_instruments (provider, fingerprint, reason, at, until)
    select provider, fingerprint, ${reason}, ${now}, ${new Date(now.getTime() + days * DAY_MS)}::timestamptz
    from payment_methods where id = ${methodId} and fingerprint is not null and kind <> 'PP'`.execute(trx)
}

/** Unblocks a card or bank account whose disputed or returned money is back. */
export async function acceptInstrument(trx: Transaction<DB>, methodId: number | null): Promise<void> {
  await sql`delete from rejected_instruments where id in (
    select r.id from rejected_instruments r join payment_methods m on m.provider = r.provider and m.fingerprint = r.fingerprint
    where m.id = ${methodId} and r.reason in ('disputed', 'returned') for update of r skip locked)`.execute(trx)
}

/** Returns whether a card or bank account is blocked now. */
export async function isRejectedInstrument(
  db: Kysely<DB>,
  { provider, fingerprint, now }: { provider: string; fingerprint: string | null; now: Date },
): Promise<boolean> {
  if (fingerprint === null) return false
  const found = await db
    .selectFrom('rejected_instruments')
    .select('id')
    .where('provider', '=', provider)
    .where('fingerprint', '=', fingerprint)
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
