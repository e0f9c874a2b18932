import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { sql } from 'kysely'
import { withKioskDatabase } from './kiosk-database.ts'

/** Moves the subscription of a reader back by 30 days, so that its renewal is due, and makes the kiosk charge it now. */
export async function makeRenewalDue(email: string): Promise<void> {
  await withKioskDatabase(async (db) => {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`update subscriptions s set starts_at = s.starts_at - interval '30 days 1 minute',
          ends_at = s.ends_at - interval '30 days 1 minute', next_charge_at = s.next_charge_at - interval '30 days 1 minute'
        from accounts a where a.id = s.account_id and a.email = ${email} and s.state = 'active' returning s.id`.execute(trx)
      if (rows.length !== 1) throw new Error(`${email} has ${rows.length} running subscriptions`)
      await sql`update periods set starts_at = starts_at - interval '30 days 1 minute', ends_at = ends_at - interval '30 days 1 minute'
        where subscription_id = ${rows[0]!.id}`.execute(trx)
      await enqueue(trx, 'billing', {})
    })
  })
}
