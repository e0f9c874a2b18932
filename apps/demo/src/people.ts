import { hashPassword } from '@kiosk/backend/auth/passwords'
import { pricesAt } from '@kiosk/backend/billing/plans/prices'
import type { Database } from '@kiosk/backend/db/connect'
import type { DB } from '@kiosk/backend/db/schema'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import type { RegionId } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import { DEMONSTRATION_PASSWORD } from './demonstration-password.ts'
import { DEMO_VOUCHER, placeOffers, removeOffers } from './offers.ts'

// Fictional readers, one of every kind, to try the newsstand with. Production never has them.

type Person = {
  email: string
  firstname: string
  lastname: string
  region: RegionId
  /** Description in the list of accounts. */
  is: string
  unverified?: true
  /** Id of the plan. */
  subscription?: number
  promo?: string
}

const people: readonly Person[] = [
  { email: 'free@example.org', firstname: 'Lena', lastname: 'Ottenschlag', region: 1, is: 'free' },
  { email: 'magz@example.org', firstname: 'Jonas', lastname: 'Riedmüller', region: 1, is: 'MAGZ, Austria', subscription: 10 },
  { email: 'premium@example.org', firstname: 'Mira', lastname: 'Holmdorf', region: 1, is: 'PREMIUM, Austria', subscription: 2 },
  {
    email: 'promo@example.org',
    firstname: 'Paul',
    lastname: 'Steinwandter',
    region: 2,
    is: 'free, with a promo code',
    promo: 'LESEZEIT',
  },
  {
    email: 'swiss@example.org',
    firstname: 'Reto',
    lastname: 'Bänzlinger',
    region: 3,
    is: 'PREMIUM, Switzerland',
    subscription: 8,
  },
  {
    email: 'unverified@example.org',
    firstname: 'Ida',
    lastname: 'Neumarkt',
    region: 1,
    is: 'not yet verified',
    unverified: true,
  },
]

const promoCodes = [
  {
    code: 'LESEZEIT',
    titles: { de: 'Lesezeit geschenkt', en: 'Time to read', fr: 'Du temps pour lire' },
    days: 30,
    regions: null,
    most: null,
  },
  { code: 'BERGLUFT', titles: { de: 'Bergluft', en: 'Mountain air', fr: 'Air des cimes' }, days: 14, regions: [3], most: 100 },
] as const

/** Creates missing accounts and renews the promo codes; existing accounts only accept new terms. */
export async function placePeople(db: Database, now = new Date()): Promise<void> {
  await acceptTermsForPeople(db)
  const there = new Set(
    (await db.selectFrom('accounts').select('email').where('demonstration', '=', true).execute()).map(({ email }) => email),
  )
  const missing = people.filter(({ email }) => !there.has(email))
  const hashes = await Promise.all(missing.map(() => hashPassword(DEMONSTRATION_PASSWORD)))
  const prices = await pricesAt(db, now)
  await db.transaction().execute(async (trx) => {
    await placeOffers(trx, now)
    for (const { code, titles, days, regions, most } of promoCodes) {
      const redeemable_until = new Date(now.getTime() + 365 * DAY_MS)
      await trx
        .insertInto('promo_codes')
        .values({
          code,
          titles: JSON.stringify(titles),
          days,
          region_ids: regions && [...regions],
          max_redemptions: most,
          redeemable_until,
          demonstration: true,
        })
        .onConflict((conflict) =>
          conflict.column('code').doUpdateSet({ redeemable_until }).where('promo_codes.demonstration', '=', true),
        )
        .execute()
    }
    for (const [place, person] of missing.entries()) {
      const { email, firstname, lastname, region, unverified, subscription, promo } = person
      const account = await trx
        .insertInto('accounts')
        .values({
          email,
          firstname,
          lastname,
          region_id: region,
          language: 'de',
          password_hash: unverified ? null : hashes[place]!,
          verified_at: unverified ? null : now,
          terms_version: TERMS_VERSION,
          demonstration: true,
        })
        // An account that is not part of the demonstration has this address.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!account) continue
      if (unverified)
        await trx
          .insertInto('registrations')
          .values({
            account_id: account.id,
            password_hash: hashes[place]!,
            region_id: region,
            language: 'de',
            terms_version: TERMS_VERSION,
          })
          .execute()
      await trx
        .insertInto('consents')
        .values({ account_id: account.id, kind: 'terms', given: true, wording: TERMS_VERSION })
        .execute()
      if (subscription)
        await trx
          .insertInto('subscriptions')
          // Nobody pays for it, so there is no renewal to cancel.
          .values({
            account_id: account.id,
            plan_id: subscription,
            regular_price: prices.get(subscription)!,
            dismissed: true,
          })
          .execute()
      if (promo)
        await trx
          .insertInto('promo_redemptions')
          .values({ account_id: account.id, code: promo, expires_at: new Date(now.getTime() + 30 * DAY_MS) })
          .execute()
    }
  })
}

/** Accepts newer terms for the demonstration accounts, so that their users are not asked. */
async function acceptTermsForPeople(db: Database): Promise<void> {
  await sql`with asked as (
      update accounts set terms_version = ${TERMS_VERSION} where demonstration and terms_version <> ${TERMS_VERSION} returning id
    ), noted as (
      insert into consents (account_id, kind, given, wording) select id, 'terms', true, ${TERMS_VERSION} from asked
    )
    update registrations set terms_version = ${TERMS_VERSION} from asked where registrations.account_id = asked.id`.execute(db)
}

/** Removes the demonstration's accounts with everything that belongs to them, its promo codes and its offers. */
export async function removePeople(trx: Transaction<DB>): Promise<void> {
  // Purchases stay in the books without a name and are not charged again.
  await trx
    .updateTable('subscriptions')
    .set({ state: 'ended', ends_at: sql<Date>`greatest(starts_at, now())`, auto_renew: false, next_charge_at: null })
    .where('account_id', 'in', trx.selectFrom('accounts').select('id').where('demonstration', '=', true))
    .where('state', '<>', 'ended')
    .execute()
  await trx.deleteFrom('accounts').where('demonstration', '=', true).execute()
  const codes = trx.selectFrom('promo_codes').select('code').where('demonstration', '=', true)
  await trx.deleteFrom('promo_redemptions').where('code', 'in', codes).execute()
  await trx.deleteFrom('promo_codes').where('demonstration', '=', true).execute()
  await removeOffers(trx)
}

/** Returns the list of accounts and codes for the terminal. */
export function loginsOfPeople(): string {
  const lines = people.map(({ email, is }) => `    ${email.padEnd(24)} ${is}`)
  const codes = promoCodes.map(({ code, regions }) => (regions ? `${code} (Switzerland)` : code))
  return [
    `  Log in with the password ${DEMONSTRATION_PASSWORD}:`,
    ...lines,
    `  Promo codes: ${codes.join(', ')}; voucher: ${DEMO_VOUCHER}`,
  ].join('\n')
}
