import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import type { APIRequestContext } from '@playwright/test'
import { withKioskDatabase } from './kiosk-database.ts'
import { signInNewReader } from './new-reader.ts'

// The visitors of docs/journeys.md: new accounts of every kind, in every market.

/** Code of the demonstration for a PROMO reader. */
const PROMO_CODE = 'LESEZEIT'
const SUPPORT_MINUTES = 30

/**
 * Makes the owner of these cookies a new reader of this kind, as the demonstration has them. A stranger stays signed out.
 * @returns the id of the account; null: none
 */
export async function becomeVisitor(
  request: APIRequestContext,
  visitor: string,
  country: string,
  headers: Record<string, string>,
): Promise<number | null> {
  if (visitor === 'stranger') return null
  const email = await signInNewReader(request, { country, headers })
  return withKioskDatabase(async (db) => {
    const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    if (visitor === 'free') return id
    if (visitor === 'promo') {
      await db
        .insertInto('promo_redemptions')
        .values({ account_id: id, code: PROMO_CODE, expires_at: new Date(Date.now() + 30 * DAY_MS) })
        .execute()
      return id
    }
    const region = regions.find((each) => each.country === country)!
    const plan = plansOf(region.id).find(({ tier }) => tier === visitor.toUpperCase())!
    await db
      .insertInto('subscriptions')
      .values({ account_id: id, plan_id: plan.subscriptionId, regular_price: plan.price })
      .execute()
    return id
  })
}

/** Lets the support look at an account: each of its pages shows a bar about it. */
export function allowSupport(account: number): Promise<unknown> {
  const granted_at = new Date()
  const ends_at = new Date(granted_at.getTime() + SUPPORT_MINUTES * MINUTE_MS)
  return withKioskDatabase((db) => db.insertInto('support_grants').values({ account_id: account, granted_at, ends_at }).execute())
}
