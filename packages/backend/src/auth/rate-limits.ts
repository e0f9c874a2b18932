import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, poolOf } from '../db/connect.ts'
import { TooMany } from '../http/too-many-requests.ts'
import { keyedHash } from '../keyed-hash.ts'

/** Cost of a large page image. A tile costs one point. */
export const POINTS_OF_PAGE_IMAGE = 20

/** Rate limits besides the general one per address: `points` attempts in `duration` seconds. */
const limits = {
  /** Wrong passwords for one account from one network or known device, and from the wider networks around it. */
  login: { points: 10, duration: 15 * MINUTE_SECONDS },
  'login-56': { points: 20, duration: 15 * MINUTE_SECONDS },
  'login-48': { points: 30, duration: 15 * MINUTE_SECONDS },
  /** Wrong passwords from one network for any account. */
  'login-address': { points: 60, duration: 15 * MINUTE_SECONDS },
  'login-address-56': { points: 120, duration: 15 * MINUTE_SECONDS },
  'login-address-48': { points: 240, duration: 15 * MINUTE_SECONDS },
  /** Wrong passwords for one account from all networks (distributed guessing). */
  'login-account': { points: 100, duration: HOUR_SECONDS },
  /** Wrong second-factor codes after the right password: per account and network, and per account. */
  'second-factor': { points: 10, duration: 15 * MINUTE_SECONDS },
  'second-factor-account': { points: 50, duration: HOUR_SECONDS },
  /** Rejected passkeys, by network. */
  passkey: { points: 30, duration: 15 * MINUTE_SECONDS },
  /**
   * Passwords and codes of staff: per address of the person from one network or known browser, per network for anybody, and per
   * address from all networks without the known browsers.
   */
  staff: { points: 10, duration: 15 * MINUTE_SECONDS },
  'staff-network': { points: 60, duration: 15 * MINUTE_SECONDS },
  'staff-account': { points: 50, duration: HOUR_SECONDS },
  /** Security events about reached login limits, per name. */
  'limit-recorded': { points: 1, duration: HOUR_SECONDS },
  /** Security events of one kind without a known account, per widest network and in total. */
  'event-of-network': { points: 5, duration: 60 },
  'event-of-kind': { points: 60, duration: 60 },
  registration: { points: 20, duration: HOUR_SECONDS },
  /**
   * Verification codes typed for one address, and from one network for any address: each guess has a chance of three in a
   * million.
   */
  'verification-code': { points: 10, duration: DAY_SECONDS },
  'verification-code-network': { points: 100, duration: DAY_SECONDS },
  /** E-mails to one address that one network or known device may cause. */
  'mail-to': { points: 5, duration: HOUR_SECONDS },
  /** E-mails to one address sent without delay, from all callers together; further ones are delayed. */
  'mail-to-address': { points: 5, duration: HOUR_SECONDS },
  /**
   * E-mails to one address per day that strangers may cause; further ones are sent an hour apart. Delayed ones count once in ten
   * minutes.
   */
  'mail-to-address-day': { points: 20, duration: DAY_SECONDS },
  'mail-to-address-delayed': { points: 1, duration: 10 * MINUTE_SECONDS },
  /** E-mails to all addresses of one mailbox that one network without a known device may cause; further ones are rejected. */
  mailbox: { points: 20, duration: DAY_SECONDS },
  /** E-mails that ask a new address of an account for confirmation, from all accounts together. */
  'new-address': { points: 10, duration: DAY_SECONDS },
  /** Calls that could reveal whether an address is known: password reset, unsubscribing. */
  'known-address': { points: 30, duration: HOUR_SECONDS },
  feedback: { points: 5, duration: 10 * MINUTE_SECONDS },
  /** Messages of all visitors together that are e-mailed to the operator; further ones are at the desk only. */
  'feedback-sent': { points: 60, duration: HOUR_SECONDS },
  crash: { points: 1, duration: 60 },
  /** Logins started at an identity provider, per address: each stores a row. */
  identity: { points: 120, duration: 15 * MINUTE_SECONDS },
  /** Promo codes tried by one account, and invalid ones from one network with any account. */
  promo: { points: 10, duration: 10 * MINUTE_SECONDS },
  'promo-network': { points: 60, duration: 10 * MINUTE_SECONDS },
  /** Cancellations without a login, per network: each sends an e-mail. */
  exit: { points: 10, duration: 10 * MINUTE_SECONDS },
  /** Exports of all data of one account: each reads all that it has, up to megabytes, and adds a row. */
  export: { points: 10, duration: HOUR_SECONDS },
  /** Searches inside restricted pages, per account or network. A reader makes some dozens. */
  'closed-search': { points: 300, duration: HOUR_SECONDS },
  'closed-search-wide': { points: 3000, duration: HOUR_SECONDS },
  /** Requests of one account for issues as EPUB, including requests for parts or for the size: more than anybody reads. */
  epub: { points: 100, duration: DAY_SECONDS },
  /**
   * Images rendered for visitors without an account, per network: 200 large page images, or 4,000 tiles, which take a twentieth
   * of the time. An account may have as many tiles.
   */
  'page-drawing': { points: 200 * POINTS_OF_PAGE_IMAGE, duration: 10 * MINUTE_SECONDS },
  'page-drawing-wide': { points: 2000 * POINTS_OF_PAGE_IMAGE, duration: 10 * MINUTE_SECONDS },
  /** Pages rendered as AVIF for one account: each takes as long as ten as WebP. */
  'page-avif': { points: 60, duration: 10 * MINUTE_SECONDS },
  /** Reports of suspected scraping to the operator, per account or network. */
  'scraping-noted': { points: 1, duration: HOUR_SECONDS },
  /** Voucher codes tried by one account, and unknown codes tried from one network with any account. */
  voucher: { points: 30, duration: 10 * MINUTE_SECONDS },
  'voucher-network': { points: 60, duration: 10 * MINUTE_SECONDS },
  wallet: { points: 30, duration: 10 * MINUTE_SECONDS },
  /** Impressions and clicks of one advertisement that are counted per network; further ones of a household are ignored. */
  'advertisement-seen': { points: 12, duration: HOUR_SECONDS },
  'advertisement-pressed': { points: 3, duration: HOUR_SECONDS },
  /** Provider queries about one attempt or setup page that a browser causes. */
  'provider-asked': { points: 1, duration: 2 },
  /** Requests at a provider for what the signature of a message names, by the sender's network. A provider's own messages name few. */
  'webhook-asked': { points: 10, duration: 10 * MINUTE_SECONDS },
  /** Payment setup pages per account, and per network with any account: they are used to test stolen cards. */
  'payment-page': { points: 10, duration: HOUR_SECONDS },
  'payment-page-network': { points: 40, duration: HOUR_SECONDS },
  /** Recorded declarations of one account: terms accepted at checkout, e-mails and adult titles switched on. */
  'kept-declaration': { points: 30, duration: 10 * MINUTE_SECONDS },
  /** Failed checkouts counted for one account: each stores a row. */
  'unsuccessful-checkout': { points: 10, duration: 10 * MINUTE_SECONDS },
} as const

/** Limits per network that also apply to the wider networks around an IPv6 address: see network-limits.ts. */
const byNetworks = [
  'second-factor',
  'passkey',
  'staff',
  'staff-network',
  'registration',
  'verification-code-network',
  'mail-to',
  'mailbox',
  'known-address',
  'feedback',
  'crash',
  'identity',
  'exit',
  'promo-network',
  'voucher-network',
  'payment-page-network',
  'webhook-asked',
  'advertisement-seen',
  'advertisement-pressed',
] as const satisfies (keyof typeof limits)[]
/** Factors by which the limits of a /56 and a /48 exceed that of a /64. */
const WIDER = { '-56': 2, '-48': 4 } as const
export type NetworkLimitName = (typeof byNetworks)[number]
export type RateLimitName = keyof typeof limits | `${NetworkLimitName}${keyof typeof WIDER}`

const widerLimits = byNetworks.flatMap((name) =>
  Object.entries(WIDER).map(([level, times]) => {
    const { points, duration } = limits[name]
    return [`${name}${level}`, { points: points * times, duration }] as const
  }),
)
const limitOf = new Map([...Object.entries(limits), ...widerLimits] as [RateLimitName, { points: number; duration: number }][])

/** What an attempt counts for. */
export type Counted = readonly [RateLimitName, key: string]

/** `check…` and `count…` return Retry-After in seconds, or null if allowed. Those of several limits take one statement. */
export type RateLimits = {
  /** Counts one attempt; rejects with 429 above the limit. */
  consume(name: RateLimitName, key: string): Promise<void>
  /** Counts one attempt, or `points` attempts. */
  count(name: RateLimitName, key: string, points?: number): Promise<number | null>
  /** Counts one attempt for each limit, also beyond them. */
  countAll(counted: readonly Counted[]): Promise<number | null>
  /** Counts nothing. */
  checkAll(counted: readonly Counted[]): Promise<number | null>
  /** Takes back one attempt that was counted just before. */
  giveBack(name: RateLimitName, key: string): Promise<void>
  reset(name: RateLimitName, key: string): Promise<void>
}

/** Counts nothing and allows everything. */
export const noRateLimits: RateLimits = {
  consume: () => Promise.resolve(),
  count: () => Promise.resolve(null),
  countAll: () => Promise.resolve(null),
  checkAll: () => Promise.resolve(null),
  giveBack: () => Promise.resolve(),
  reset: () => Promise.resolve(),
}

type Count = { key: string; before: number; expire: number | null }

/**
 * Creates attempt counters shared by all servers. Keys (IP and e-mail addresses) are stored hashed. All attempts are allowed
 * while the database fails.
 */
export function createRateLimits(options: { db: Database; secret: () => Promise<Buffer>; log: Logger }): RateLimits {
  const store = { storeClient: poolOf(options.db).pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  const limiters = Object.fromEntries(
    [...limitOf].map(([name, limit]) => [
      name,
      new RateLimiterPostgres({ ...store, ...limit, keyPrefix: name, clearExpiredByTimeout: false }),
    ]),
  ) as Record<RateLimitName, RateLimiterPostgres>

  async function hashed(key: string): Promise<string> {
    return keyedHash(await options.secret(), key.toLowerCase()).slice(0, 22)
  }
  const failing = (error: unknown) => {
    options.log.warn({ event: 'rate-limits.count-failed', err: error }, 'attempts could not be counted')
    return null
  }
  async function count(name: RateLimitName, key: string, points = 1): Promise<number | null> {
    try {
      await limiters[name].consume(await hashed(key), points)
      return null
    } catch (rejected) {
      if (rejected instanceof Error) return failing(rejected)
      return Math.max(1, Math.ceil((rejected as RateLimiterRes).msBeforeNext / 1000))
    }
  }
  /** @param ask returns how many attempts have been counted before this one, for each limit */
  async function longestWait(
    counted: readonly Counted[],
    ask: (rows: { key: string; duration: number }[], now: number) => Promise<Count[]>,
  ): Promise<number | null> {
    try {
      const now = Date.now()
      const limitsByKey = new Map<string, { points: number; duration: number }>()
      for (const [name, key] of counted) limitsByKey.set(limiters[name].getKey(await hashed(key)), limitOf.get(name)!)
      const counts = await ask(
        [...limitsByKey].map(([key, { duration }]) => ({ key, duration })),
        now,
      )
      const waits = counts
        .filter(({ key, before }) => before >= limitsByKey.get(key)!.points)
        .map(({ expire }) => Math.max(1, Math.ceil((expire! - now) / SECOND_MS)))
      return waits.length > 0 ? Math.max(...waits) : null
    } catch (error) {
      return failing(error)
    }
  }
  return {
    count,
    async consume(name, key) {
      const seconds = await count(name, key)
      if (seconds !== null) throw new TooMany(seconds)
    },
    countAll: (counted) =>
      longestWait(counted, async (rows, now) => {
        const each = sql<{ key: string; expire: number }>`unnest(
          ${rows.map(({ key }) => key)}::text[], ${rows.map(({ duration }) => now + duration * SECOND_MS)}::bigint[]
        ) as counted (key, expire)`
        // In the order of the keys, so that two attempts cannot deadlock.
        const { rows: found } = await sql<Count>`insert into rate_limits as known select key, 1, expire from ${each} order by key
          on conflict (key) do update set points = case when known.expire <= ${now} then 1 else known.points + 1 end,
            expire = case when known.expire <= ${now} then excluded.expire else known.expire end
          returning key, points - 1 as before, expire`.execute(options.db)
        return found
      }),
    checkAll: (counted) =>
      longestWait(counted, (rows, now) =>
        options.db
          .selectFrom('rate_limits')
          .select(['key', 'points as before', 'expire'])
          .where(
            'key',
            'in',
            rows.map(({ key }) => key),
          )
          .where('expire', '>', now)
          .execute(),
      ),
    async giveBack(name, key) {
      await limiters[name].reward(await hashed(key)).catch(failing)
    },
    async reset(name, key) {
      await limiters[name].delete(await hashed(key)).catch(failing)
    },
  }
}
