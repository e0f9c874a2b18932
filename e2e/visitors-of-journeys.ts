import { readFileSync } from 'node:fs'
import { connect } from '@kiosk/backend/db/connect'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { type APIRequestContext, test } from '@playwright/test'
import { dataFolderFile } from './data-folder.ts'
import { registerReader } from './new-reader.ts'

// The visitors of docs/journeys.md: new accounts of every kind, in every market.

/** Code of the demonstration for a PROMO reader. */
const PROMO_CODE = 'LESEZEIT'

/** Makes the owner of these cookies a new reader of this kind, as the demonstration has them. A stranger stays signed out. */
export async function becomeVisitor(
  request: APIRequestContext,
  visitor: string,
  country: string,
  headers: Record<string, string>,
): Promise<void> {
  if (visitor === 'stranger') return
  const email = await registerReader(request, 'geht', headers)
  if (visitor === 'free') return
  const { port } = new URL(test.info().project.use.baseURL!)
  const connection = await connect({
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: readFileSync(dataFolderFile(port), 'utf8'),
  })
  try {
    const { db } = connection
    const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    if (visitor === 'promo') {
      await db
        .insertInto('promo_redemptions')
        .values({ account_id: account.id, code: PROMO_CODE, expires_at: new Date(Date.now() + 30 * DAY_MS) })
        .execute()
      return
    }
    const region = regions.find((each) => each.country === country)!
    const plan = plansOf(region.id).find(({ tier }) => tier === visitor.toUpperCase())!
    await db
      .insertInto('subscriptions')
      .values({ account_id: account.id, plan_id: plan.subscriptionId, regular_price: plan.price })
      .execute()
  } finally {
    await connection.close()
  }
}
