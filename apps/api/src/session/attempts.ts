import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, underside } from '../database/connect.ts'
import { TooMany } from '../too-many.ts'

/** What is limited beyond the calls of an address, and how often in how many seconds. */
const limits = {
  /** Wrong passwords of one account from one network or known device, and from the wider networks around it. */
  login: { points: 10, duration: 15 * 60 },
  'login-56': { points: 20, duration: 15 * 60 },
  'login-48': { points: 30, duration: 15 * 60 },
  /** Wrong passwords from one network for any account. */
  'login-address': { points: 60, duration: 15 * 60 },
  'login-address-56': { points: 120, duration: 15 * 60 },
  'login-address-48': { points: 240, duration: 15 * 60 },
  /** Wrong passwords of one account from anywhere: guessing from many addresses. */
  'login-account': { points: 100, duration: 60 * 60 },
  /** Wrong codes of a second factor, after the right password: of one account from one network, and from anywhere. */
  'second-factor': { points: 10, duration: 15 * 60 },
  'second-factor-account': { points: 50, duration: 60 * 60 },
  /** Rejected passkeys, by network. */
  passkey: { points: 30, duration: 15 * 60 },
  /** Limits that were reached and are recorded: one an hour of each. */
  'limit-recorded': { points: 1, duration: 60 * 60 },
  /** Security events of one kind that nobody's account is known of, by the widest network, and in all. */
  'event-of-network': { points: 5, duration: 60 },
  'event-of-kind': { points: 60, duration: 60 },
  registration: { points: 20, duration: 60 * 60 },
  /** Mails that somebody may cause to one address, from one network or known device. */
  'mail-to': { points: 5, duration: 60 * 60 },
  /** Mails that all together cause to one address at once: more go out more slowly. */
  'mail-to-address': { points: 5, duration: 60 * 60 },
  /** Questions whether an address is known: recovery, unsubscribing. */
  'known-address': { points: 30, duration: 60 * 60 },
  feedback: { points: 5, duration: 10 * 60 },
  crash: { points: 1, duration: 60 },
  /** Logins begun at a provider, by address: each keeps a row. */
  identity: { points: 120, duration: 15 * 60 },
  promo: { points: 10, duration: 10 * 60 },
  /** Contracts ended without a login, by network: each writes a mail. */
  exit: { points: 10, duration: 10 * 60 },
  /** Words searched for in closed pages, by account or network. A person looks for some dozens of them. */
  'closed-search': { points: 300, duration: 60 * 60 },
  'closed-search-wide': { points: 3000, duration: 60 * 60 },
  /** Larger pictures of pages that are drawn for visitors without an account, by network. */
  'page-drawing': { points: 200, duration: 10 * 60 },
  'page-drawing-wide': { points: 2000, duration: 10 * 60 },
  /** Suspected scraping is told to the operator so often, by account or network. */
  'scraping-noted': { points: 1, duration: 60 * 60 },
  /** Voucher codes that one account tries; and codes that are none, from one network with any account. */
  voucher: { points: 30, duration: 10 * 60 },
  'voucher-network': { points: 60, duration: 10 * 60 },
  wallet: { points: 30, duration: 10 * 60 },
  /** Impressions and clicks of one advertisement that are counted, by network: a household sees and presses it no more often. */
  'advertisement-seen': { points: 12, duration: 60 * 60 },
  'advertisement-pressed': { points: 3, duration: 60 * 60 },
  /** Questions to a provider about one attempt or page for payment data, of those that a browser causes. */
  'provider-asked': { points: 1, duration: 2 },
  /** Pages of a provider for payment data, by account; and by network, with any account: stolen cards are tried on such pages. */
  'payment-page': { points: 10, duration: 60 * 60 },
  'payment-page-network': { points: 40, duration: 60 * 60 },
  /** What one account declares and is kept each time: acceptances at the checkout, e-mails and titles switched on. */
  'kept-declaration': { points: 30, duration: 10 * 60 },
  /** Failed pages of one account that are counted: each keeps a row. */
  'unsuccessful-checkout': { points: 10, duration: 10 * 60 },
} as const

/** Limits by network that hold for the wider networks around an IPv6 address, too: see network-attempts.ts. */
const byNetworks = [
  'second-factor',
  'passkey',
  'registration',
  'mail-to',
  'known-address',
  'feedback',
  'crash',
  'identity',
  'exit',
  'voucher-network',
  'payment-page-network',
  'advertisement-seen',
  'advertisement-pressed',
] as const satisfies (keyof typeof limits)[]
/** How much more often all of a /56, and of a /48, may do what one /64 may. */
const WIDER = { '-56': 2, '-48': 4 } as const
export type NetworkAttempt = (typeof byNetworks)[number]
export type Attempt = keyof typeof limits | `${NetworkAttempt}${keyof typeof WIDER}`

const widerLimits = byNetworks.flatMap((name) =>
  Object.entries(WIDER).map(([level, times]) => {
    const { points, duration } = limits[name]
    return [`${name}${level}`, { points: points * times, duration }] as const
  }),
)
const limitOf = new Map([...Object.entries(limits), ...widerLimits] as [Attempt, { points: number; duration: number }][])

export type Attempts = {
  /** Counts one attempt; refuses with 429 where there were too many. */
  admit(attempt: Attempt, key: string): Promise<void>
  /** Counts one attempt, or as many as `points` says; seconds to wait, or null = go on. */
  count(attempt: Attempt, key: string, points?: number): Promise<number | null>
  /** Seconds to wait without counting; null = go on. */
  look(attempt: Attempt, key: string): Promise<number | null>
  forget(attempt: Attempt, key: string): Promise<void>
}

/** Attempts counted together by all servers; keys (addresses, mail addresses) are stored hashed. Where the database fails, everybody goes on. */
export function createAttempts(given: { db: Database; secret: () => Promise<Buffer>; log: Logger }): Attempts {
  const store = { storeClient: underside(given.db).pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  const limiters = Object.fromEntries(
    [...limitOf].map(([name, limit]) => [
      name,
      new RateLimiterPostgres({ ...store, ...limit, keyPrefix: name, clearExpiredByTimeout: false }),
    ]),
  ) as Record<Attempt, RateLimiterPostgres>

  async function hashed(key: string): Promise<string> {
    return createHmac('sha256', await given.secret())
      .update(key.toLowerCase())
      .digest('base64url')
      .slice(0, 22)
  }
  const failing = (error: unknown) => {
    given.log.warn({ err: error }, 'attempts could not be counted')
    return null
  }
  async function count(attempt: Attempt, key: string, points = 1): Promise<number | null> {
    try {
      await limiters[attempt].consume(await hashed(key), points)
      return null
    } catch (refused) {
      if (refused instanceof Error) return failing(refused)
      return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000))
    }
  }
  return {
    count,
    async admit(attempt, key) {
      const seconds = await count(attempt, key)
      if (seconds !== null) throw new TooMany(seconds)
    },
    async look(attempt, key) {
      try {
        const found = await limiters[attempt].get(await hashed(key))
        if (!found || found.consumedPoints < limitOf.get(attempt)!.points) return null
        return Math.max(1, Math.ceil(found.msBeforeNext / 1000))
      } catch (error) {
        return failing(error)
      }
    },
    async forget(attempt, key) {
      await limiters[attempt].delete(await hashed(key)).catch(failing)
    },
  }
}
