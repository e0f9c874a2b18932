import { ApiError } from '@kiosk/domain/errors'
import { rights as matrix, rightsTo } from '@kiosk/domain/reading/rights'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { DEVICES, FREE_SUBSCRIPTION_ID, tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { type Kysely, sql } from 'kysely'
import { isClosedByErasure } from '../../accounts/deactivate-account.ts'
import { accountById, hasSubscription, pendingAddress } from '../../accounts/queries.ts'
import { readerOf, standingAt } from '../../auth/session.ts'
import { describeMarket } from '../../billing/plans/describe-market.ts'
import { entitlesAt } from '../../billing/subscriptions/entitlement.ts'
import { subscriptionNumber } from '../../billing/subscriptions/subscription-number.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { countryOf, nameOf } from './present-found.ts'

type AccountRow = NonNullable<Awaited<ReturnType<typeof accountById>>>
const iso = (at: Date | null) => at?.toISOString() ?? null

/** Returns who the reader is, with the sign-in methods. @throws ApiError not_found */
export async function accountOfReader(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
): Promise<{ row: AccountRow; account: ReaderPage['account'] }> {
  const row = await accountById(db, id)
  if (!row) throw new ApiError('not_found', 'id')
  const { rows } = await sql<{ passkeys: number; secondFactor: boolean }>`select
    (select count(*)::int from passkeys where account_id = ${id}) as passkeys,
    exists (select from totp_factors where account_id = ${id} and enabled_at is not null) as "secondFactor"`.execute(db)
  const account = {
    id,
    email: row.email,
    name: nameOf(row),
    country: countryOf(row.region_id),
    countryAssumed: row.market_assumed,
    language: row.language,
    createdAt: row.created_at.toISOString(),
    verifiedAt: iso(row.verified_at),
    firstSignedInAt: iso(row.first_signed_in_at),
    closedAt: iso(row.deactivated_at),
    isClosedByErasure: isClosedByErasure(row),
    eraseAt: iso(row.erase_at),
    bouncedAt: iso(row.mail_bounced_at),
    pendingEmail: await pendingAddress(db, id),
    hasPassword: row.password_hash !== null,
    ...rows[0]!,
    providers: [...(row.facebook_id ? ['Facebook'] : []), ...(row.apple_id ? ['Apple'] : [])],
    adultTitles: row.allow_age_restricted,
    newsletter: row.send_newsletter && row.newsletter_confirmed_at !== null,
    releases: row.send_release_newsletter,
    hasSubscription: await hasSubscription(db, id, now()),
  }
  return { row, account }
}

/** Returns what is known about the country of the reader's purchases. @throws ApiError not_found */
export async function marketOfReader(db: Kysely<DB>, id: number): Promise<ReaderPage['market']> {
  const found = await describeMarket(db, id)
  if (!found) throw new ApiError('not_found', 'id')
  const { network, decisions, ...market } = found
  return {
    ...market,
    network: network && { ...network, at: network.at.toISOString() },
    decisions: decisions.map((each) => ({ ...each, at: each.at.toISOString() })),
  }
}

/** Returns what the reader may read and why, using the functions that answer the reader's own requests. */
export async function rightsOfReader(db: Kysely<DB>, row: AccountRow, now: Date): Promise<ReaderPage['rights']> {
  const standing = await db
    .selectFrom('accounts')
    .select([...standingAt(now)])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const cause = await causeOf(db, row, standing, now)
  const isOut = cause.because === 'closed' || cause.because === 'unverified'
  const reader = isOut ? 'anonymous' : readerOf(standing)
  const planId = standing.plan_id ?? FREE_SUBSCRIPTION_ID
  const kinds = (Object.keys(matrix) as (keyof typeof matrix)[]).map((kind) => ({
    kind,
    ...rightsTo({ kind, plans: null }, { reader, planId }),
  }))
  const tier = (isOut ? null : tierOfPlan(standing.plan_id)) ?? 'FREE'
  return { tier, ...cause, devices: DEVICES[tier], kinds }
}

async function causeOf(
  db: Kysely<DB>,
  { id, deactivated_at, verified_at }: AccountRow,
  { plan_id, promo }: { plan_id: number | null; promo: { expires_at: string } | null },
  now: Date,
): Promise<Pick<ReaderPage['rights'], 'because' | 'name' | 'until'>> {
  if (deactivated_at) return { because: 'closed', name: null, until: null }
  if (!verified_at) return { because: 'unverified', name: null, until: null }
  if (plan_id !== null && plan_id !== FREE_SUBSCRIPTION_ID) {
    const { rows } = await sql<{ id: number; ends_at: Date | null }>`select id, ends_at from subscriptions s
      where s.account_id = ${id} and ${entitlesAt(now)} order by s.starts_at desc limit 1`.execute(db)
    const subscription = rows[0]
    if (subscription)
      return { because: 'subscription', name: subscriptionNumber(subscription.id), until: iso(subscription.ends_at) }
  }
  if (promo) return { because: 'promo', name: null, until: new Date(promo.expires_at).toISOString() }
  return { because: 'registered', name: null, until: null }
}
