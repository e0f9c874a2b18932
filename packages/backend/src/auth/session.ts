import { SESSION_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { firstnameOf } from '@kiosk/domain/accounts/rules'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { Reader } from '@kiosk/domain/reading/rights'
import { FREE_SUBSCRIPTION_ID, type Tier, tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { isRunningAt } from '../accounts/support-access.ts'
import { entitlementTimes, entitlesAt } from '../billing/subscriptions/entitlement.ts'
import type { Database } from '../db/connect.ts'
import { preparedFirst } from '../db/prepared.ts'
import { hashOf } from './random-token.ts'

/** Data of a signed-in account, loaded with the session. */
export type Account = {
  id: number
  email: string
  created_at: Date
  verified_at: Date | null
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
  send_saved_searches: boolean
  allow_age_restricted: boolean
  facebook_id: string | null
  apple_id: string | null
  terms_version: string | null
  /** Plan of the active paid subscription. */
  plan_id: number | null
  promo: { titles: Record<string, string>; expires_at: Date } | null
  /** New address of a change that was not confirmed yet. */
  pending_email: string | null
  /** We charge an active subscription ourselves, so that its payment method can be changed here. */
  is_charged_by_us: boolean
}

/** Data about the reader on which responses depend. */
export type Session = {
  reader: Reader
  firstname: string | null
  /** Setting of the account (ADR-0171); adult titles are hidden without it. */
  showsAgeRestricted: boolean
  account: Account | null
  /** Null for a visitor. `passwordAt`: when a password was last given in this session. */
  id: number | null
  deviceId: number | null
  passwordAt: Date | null
  /** End of the visit before this one; null = none is known. */
  lastVisitAt: Date | null
  /** Until then the reader lets the staff look at the account; null = not now. */
  supportUntil: Date | null
  /** Until then, time alone does not change this session: when it, a plan or a promotion ends. Null without a session. */
  sameUntil: Date | null
}

export const visitorSession: Session = {
  reader: 'anonymous',
  firstname: null,
  showsAgeRestricted: false,
  account: null,
  id: null,
  deviceId: null,
  passwordAt: null,
  lastVisitAt: null,
  supportUntil: null,
  sameUntil: null,
}

/** Returns the tier that sets the device limit; a promo code changes only the advertisements. */
export function tierOf({ account }: Pick<Session, 'account'>): Tier {
  return tierOfPlan(account?.plan_id) ?? 'FREE'
}

/** Returns the id of the plan with which the caller reads; visitors read with the FREE plan. */
export function planIdOf({ account }: Pick<Session, 'account'>): number {
  return account?.plan_id ?? FREE_SUBSCRIPTION_ID
}

/** Minimum interval between two records of the use of a session. */
const SEEN_EVERY_MINUTES = 5
/** After this long without a request, a new visit begins. */
export const VISIT_GAP_MS = 4 * HOUR_MS

/** Finds the session of a cookie's token; a visitor session if missing or ended. */
export async function findSession(db: Database, token: string | null, now: Date): Promise<Session> {
  return token === null ? visitorSession : sessionOfRow(db, await sessionByToken(db, hashOf(token), now), now)
}

/** Finds a session by its id, for sessions without a cookie; a visitor session if ended. */
export async function sessionById(db: Database, id: number, now: Date): Promise<Session> {
  return sessionOfRow(db, await sessionWithId(db, id, now), now)
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionByToken>>>
const sessionByToken = preparedFirst('session by token', (db, tokenHash: Buffer, now: Date) =>
  sessionsAt(db, now).where('token_hash', '=', tokenHash),
)
const sessionWithId = preparedFirst('session by id', (db, id: number, now: Date) =>
  sessionsAt(db, now).where('sessions.id', '=', id),
)

function sessionsAt(db: Database, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as session_id',
      'sessions.device_id',
      'sessions.password_at',
      'sessions.last_seen_at',
      'sessions.previous_visit_at',
      ...accountColumns,
      ...standingAt(now),
      ...changes,
    ])
    .select([
      sql<Date | null>`(select max(ends_at) from support_grants
        where support_grants.account_id = accounts.id and ${isRunningAt(now)})`.as('support_until'),
      sql<Date>`least(sessions.expires_at,
        (select min(at) from subscriptions s, lateral (values ${entitlementTimes}) times(at)
          where s.account_id = accounts.id and at > ${now}),
        (select min(r.expires_at) from promo_redemptions r where r.account_id = accounts.id and r.expires_at > ${now}))`.as(
        'same_until',
      ),
    ])
    .where('expires_at', '>', now)
}

async function sessionOfRow(db: Database, found: SessionRow | undefined, now: Date): Promise<Session> {
  if (!found) return visitorSession
  const { session_id, device_id, password_at, last_seen_at, previous_visit_at, support_until, same_until, ...account } = found
  if (now.getTime() - last_seen_at.getTime() > SEEN_EVERY_MINUTES * MINUTE_MS) await seen(db, session_id, now)
  return {
    ...sessionOf(account),
    id: session_id,
    deviceId: device_id,
    passwordAt: password_at,
    lastVisitAt: now.getTime() - last_seen_at.getTime() > VISIT_GAP_MS ? last_seen_at : previous_visit_at,
    supportUntil: support_until,
    sameUntil: same_until,
  }
}

/**
 * Returns the session of a support view: the account of a permission, without device, visit and confirmation. A visitor session
 * if the permission is not in force.
 */
export async function findViewSession(db: Database, grantId: number, now: Date): Promise<Session> {
  const found = await db
    .selectFrom('support_grants')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select([...accountColumns, ...standingAt(now), ...changes])
    .where('support_grants.id', '=', grantId)
    .where(isRunningAt(now))
    .executeTakeFirst()
  return found ? { ...visitorSession, ...sessionOf(found) } : visitorSession
}

const accountColumns = [
  'accounts.id',
  'email',
  'accounts.created_at',
  'verified_at',
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
  'send_saved_searches',
  'allow_age_restricted',
  'facebook_id',
  'apple_id',
  'terms_version',
] as const

const changes = [
  sql<string | null>`(select case when confirmed_at is null then address_changes.email end from address_changes
    where address_changes.account_id = accounts.id order by address_changes.id desc limit 1)`.as('pending_email'),
  sql<boolean>`exists (select from subscriptions s where s.account_id = accounts.id
    and s.state in ('active', 'past-due') and s.order_type = ${ORDER_TYPE.own})`.as('is_charged_by_us'),
] as const

type AccountRow = Omit<Account, 'promo'> & { promo: { titles: Record<string, string>; expires_at: string } | null }

function sessionOf({ promo, ...rest }: AccountRow): Pick<Session, 'reader' | 'firstname' | 'showsAgeRestricted' | 'account'> {
  const account: Account = { ...rest, promo: promo && { titles: promo.titles, expires_at: new Date(promo.expires_at) } }
  return {
    reader: readerOf(account),
    firstname: firstnameOf(account),
    showsAgeRestricted: account.allow_age_restricted,
    account,
  }
}

/** Returns what gives an account of a query (`accounts`) its rights now: the plan of its subscription, and its promo code. */
export function standingAt(now: Date) {
  return [
    sql<number | null>`(select plan_id from subscriptions s where s.account_id = accounts.id
      and ${entitlesAt(now)} order by s.starts_at desc limit 1)`.as('plan_id'),
    sql<{
      titles: Record<string, string>
      expires_at: string
    } | null>`(select jsonb_build_object('titles', titles, 'expires_at', expires_at)
      from promo_redemptions r join promo_codes using (code) where r.account_id = accounts.id and r.expires_at > ${now}
      order by r.expires_at desc limit 1)`.as('promo'),
  ] as const
}

/** Returns the row of the rights matrix for an account: PROMO is a free reader with an active promo code. */
export function readerOf({ plan_id, promo }: { plan_id: number | null; promo: unknown }): Reader {
  return tierOfPlan(plan_id) ?? (promo ? 'PROMO' : 'FREE')
}

/** Records the use of a session and its device, and extends a session that ends with the browser, up to a limit. */
async function seen(db: Database, id: number, now: Date): Promise<void> {
  await sql`with used as (
      update sessions set last_seen_at = ${now},
        previous_visit_at = case when last_seen_at < ${new Date(now.getTime() - VISIT_GAP_MS)} then last_seen_at else previous_visit_at end,
        expires_at = case when remembered then expires_at
        else least(greatest(expires_at, ${now}::timestamptz + interval '1 day'), created_at + ${SESSION_TTL_SECONDS.longest} * interval '1 second') end
      where id = ${id} and last_seen_at < ${now}::timestamptz - interval '${sql.raw(String(SEEN_EVERY_MINUTES))} minutes' returning device_id)
    update devices set last_access = ${now} from used where devices.id = used.device_id`.execute(db)
}
