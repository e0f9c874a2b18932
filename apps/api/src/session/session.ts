import { firstnameOf } from '@kiosk/domain/accounts/rules'
import { SESSION_TERM } from '@kiosk/domain/accounts/terms'
import type { Reader } from '@kiosk/domain/reading/rights'
import { type Tier, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { entitlesAt } from '../payments/entitlement.ts'
import { hashOf } from './random-token.ts'

/** What is known of a signed-in account without asking again. */
export type Account = {
  id: number
  email: string
  firstname: string
  lastname: string
  age_group_id: number | null
  gender_id: number | null
  federal_state_id: number | null
  region_id: number
  language: string
  send_newsletter: boolean
  newsletter_confirmed_at: Date | null
  send_release_newsletter: boolean
  allow_age_restricted: boolean
  facebook_id: string | null
  apple_id: string | null
  terms_version: string | null
  /** Active paid subscription: id of the tariff table. */
  subscription_id: number | null
  promo: { titles: Record<string, string>; expires_at: Date } | null
}

/** Who asks, as far as an answer depends on it. */
export type Session = {
  reader: Reader
  firstname: string | null
  /** The account's own switch (decision 16): titles from 18 on are absent without it. */
  showsAgeRestricted: boolean
  account: Account | null
  /** The session itself, null for a visitor. `passwordAt`: when a password was last given in it. */
  id: number | null
  deviceId: number | null
  passwordAt: Date | null
}

export const visitorSession: Session = {
  reader: 'anonymous',
  firstname: null,
  showsAgeRestricted: false,
  account: null,
  id: null,
  deviceId: null,
  passwordAt: null,
}

/** The tier whose device limit holds; a promo code changes the advertisements only. */
export function tierOf({ account }: Pick<Session, 'account'>): Tier {
  return tariffs.find(({ subscriptionId }) => subscriptionId === account?.subscription_id)?.tier ?? 'FREE'
}

/** How often a session says that it is still in use. */
const SEEN_EVERY = '5 minutes'

/** The session of a cookie's token; a visitor's where there is none, or none any more. */
export async function findSession(db: Database, token: string | null, now: Date): Promise<Session> {
  return token === null ? visitorSession : sessionBy(db, sql<boolean>`token_hash = ${hashOf(token)}`, now)
}

/** The session of an id, for those that no cookie names; a visitor's where it has ended. */
export function sessionById(db: Database, id: number, now: Date): Promise<Session> {
  return sessionBy(db, sql<boolean>`sessions.id = ${id}`, now)
}

async function sessionBy(db: Database, named: RawBuilder<boolean>, now: Date): Promise<Session> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as session_id',
      'sessions.device_id',
      'sessions.password_at',
      'sessions.last_seen_at',
      'accounts.id',
      'email',
      'firstname',
      'lastname',
      'age_group_id',
      'gender_id',
      'federal_state_id',
      'region_id',
      'language',
      'send_newsletter',
      'newsletter_confirmed_at',
      'send_release_newsletter',
      'allow_age_restricted',
      'facebook_id',
      'apple_id',
      'terms_version',
      sql<number | null>`(select subscription_id from subscriptions s where s.account_id = accounts.id
        and ${entitlesAt(now)} order by s.starts_at desc limit 1)`.as('subscription_id'),
      sql<{
        titles: Record<string, string>
        expires_at: string
      } | null>`(select jsonb_build_object('titles', titles, 'expires_at', expires_at)
        from promo_redemptions r join promo_codes using (code) where r.account_id = accounts.id and r.expires_at > ${now}
        order by r.expires_at desc limit 1)`.as('promo'),
    ])
    .where(named)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!found) return visitorSession
  const { session_id, device_id, password_at, last_seen_at, promo, ...rest } = found
  const account: Account = { ...rest, promo: promo && { titles: promo.titles, expires_at: new Date(promo.expires_at) } }
  if (now.getTime() - last_seen_at.getTime() > 5 * 60_000) await seen(db, session_id, now)
  return {
    reader: readerOf(account),
    firstname: firstnameOf(account),
    showsAgeRestricted: account.allow_age_restricted,
    account,
    id: session_id,
    deviceId: device_id,
    passwordAt: password_at,
  }
}

/** What the matrix of rights calls this account: PROMO is a free reader while a promo code is active. */
export function readerOf({ subscription_id, promo }: Pick<Account, 'subscription_id' | 'promo'>): Reader {
  const tier = tariffs.find(({ subscriptionId }) => subscriptionId === subscription_id)?.tier
  return tier ?? (promo ? 'PROMO' : 'FREE')
}

/** Notes the use of a session and its device; a session that ends with the browser lives on from here, but not for ever. */
async function seen(db: Database, id: number, now: Date): Promise<void> {
  await sql`with used as (
      update sessions set last_seen_at = ${now}, expires_at = case when remembered then expires_at
        else least(greatest(expires_at, ${now}::timestamptz + interval '1 day'), created_at + ${SESSION_TERM.longest} * interval '1 second') end
      where id = ${id} and last_seen_at < ${now}::timestamptz - interval '${sql.raw(SEEN_EVERY)}' returning device_id)
    update devices set last_access = ${now} from used where devices.id = used.device_id`.execute(db)
}
