import { readFileSync } from 'node:fs'
import { connect } from '@kiosk/backend/db/connect'
import { addressOf } from '@kiosk/domain/addresses'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { dataFolderFile } from './data-folder.ts'
import { codeMailedTo } from './mailbox.ts'
import { newAddress, PASSWORD } from './new-reader.ts'

// The visitors of docs/journeys.md: new accounts of every kind, in every market.

/** Code of the demonstration for a PROMO reader. */
const PROMO_CODE = 'LESEZEIT'

/**
 * Registers a reader without a browser, in the market and language of these headers; the code from the e-mail signs in.
 * @returns the address
 */
export async function registerByHttp(request: APIRequestContext, headers: Record<string, string>): Promise<string> {
  const email = newAddress('geht')
  const origin = new URL(test.info().project.use.baseURL!).origin
  const send = async (form: Record<string, string>) => {
    const answer = await request.post(addressOf('register'), { form: { ...form, email }, headers: { ...headers, origin } })
    expect(answer.status(), await answer.text()).toBeLessThan(400)
  }
  await send({ intent: 'register', password: PASSWORD, repeat: PASSWORD, terms: '1' })
  await send({ intent: 'code', code: await codeMailedTo(email) })
  return email
}

/** Makes the owner of these cookies a new reader of this kind, as the demonstration has them. A stranger stays signed out. */
export async function becomeVisitor(
  request: APIRequestContext,
  visitor: string,
  country: string,
  headers: Record<string, string>,
): Promise<void> {
  if (visitor === 'stranger') return
  const email = await registerByHttp(request, headers)
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
