import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { withKioskDatabase } from './kiosk-database.ts'

/** Prices of a subscription for 30 days. */
const [OLD_PRICE_CENTS, NEW_PRICE_CENTS] = [1499, 1999]

/**
 * Lowers the price of a reader's subscription (PREMIUM in Austria) and starts a campaign that raises it to the list price. The
 * kiosk's own billing job sends the notice. Nobody else pays less than the list price, so nobody else is informed.
 */
export async function announcePrice(
  email: string,
  { rule, withoutConsent }: { rule: 'consent' | 'object'; withoutConsent: 'keep' | 'end' },
): Promise<void> {
  await withKioskDatabase(async (db) => {
    const subscription = await db.transaction().execute(async (trx) => {
      await sql`update price_campaigns set closed_at = now() where plan_id = 2 and closed_at is null`.execute(trx)
      await sql`insert into price_campaigns (plan_id, price, from_day, rule, without_consent, created_at)
        values (2, ${NEW_PRICE_CENTS}, (now() + interval '30 days')::date, ${rule}, ${withoutConsent}, now())`.execute(trx)
      const { rows } = await sql<{ id: number }>`update subscriptions s set regular_price = ${OLD_PRICE_CENTS}
        from accounts a where a.id = s.account_id and a.email = ${email} and s.state = 'active' and s.plan_id = 2
        returning s.id`.execute(trx)
      if (rows.length !== 1) throw new Error(`${email} has ${rows.length} running subscriptions`)
      return rows[0]!.id
    })
    const isInformed = async () => {
      const { rows } = await sql`select from price_notices where subscription_id = ${subscription}`.execute(db)
      // A run skips a subscription that is locked by the purchase; the next run informs its reader.
      if (rows.length === 0) await enqueue(db, 'billing', {})
      return rows.length === 1
    }
    await expect.poll(isInformed, { intervals: [500, 2_000] }).toBe(true)
  })
}

/** Invalidates the links that were e-mailed to a reader about a price. */
export async function expirePriceLinks(email: string): Promise<void> {
  await withKioskDatabase(async (db) => {
    const { rows } = await sql`update one_time_tokens t set used_at = now() from accounts a
      where a.id = t.account_id and a.email = ${email} and t.purpose = 'price' returning t.account_id`.execute(db)
    if (rows.length === 0) throw new Error(`${email} got no price notice`)
  })
}
