import { z } from 'zod'
import { SupportAccess } from '../accounts/support-endpoints.ts'
import { MARKET_DECISIONS, MARKET_REJECTIONS } from '../payments/market.ts'

/** Times are ISO 8601, amounts minor units. Null = none. */
const Moment = z.string().nullable()

const Rights = z.object({
  kind: z.enum(['magazine', 'newspaper']),
  online: z.enum(['all', 'first', 'one']),
  offline: z.boolean(),
  audio: z.boolean(),
  ads: z.boolean(),
})

export const ReaderSubscription = z.object({
  id: z.number(),
  number: z.string(),
  tier: z.string(),
  state: z.string(),
  currency: z.string(),
  /** Charged by ourselves, or by a wallet or store. */
  isOwn: z.boolean(),
  renews: z.boolean(),
  startsAt: z.string(),
  endsAt: Moment,
  /** End of the last period, which days are added to. */
  paidUntil: Moment,
  cancelledAt: Moment,
  nextCharge: z.object({ at: z.string(), amount: z.number() }).nullable(),
  method: z.string(),
  reference: z.string().nullable(),
  /** Code of the voucher that lowers its price, or has. */
  voucher: z.string().nullable(),
  /** Where the order came from, by name: {"utmSource": "brief"}. */
  attribution: z.record(z.string(), z.string()),
  plannedEnd: z.object({ at: z.string(), refund: z.string() }).nullable(),
  plannedTier: z.string().nullable(),
  /** A declined renewal: why, and when it is retried. */
  dunning: z.object({ code: z.string().nullable(), since: z.string(), retryAt: Moment, endsAt: Moment }).nullable(),
  declarations: z.array(z.object({ kind: z.string(), receivedAt: z.string() })),
  actions: z.array(z.object({ kind: z.string(), actor: z.string(), why: z.string(), at: z.string() })),
})
export type ReaderSubscription = z.infer<typeof ReaderSubscription>

export const ReaderPage = z.object({
  account: z.object({
    id: z.number(),
    email: z.string(),
    name: z.string(),
    country: z.string(),
    countryAssumed: z.boolean(),
    language: z.string(),
    createdAt: z.string(),
    verifiedAt: Moment,
    firstSignedInAt: Moment,
    closedAt: Moment,
    /** Cancelling the erasure opens the account again, unless it is closed until then. */
    isClosedByErasure: z.boolean(),
    eraseAt: Moment,
    bouncedAt: Moment,
    pendingEmail: z.string().nullable(),
    hasPassword: z.boolean(),
    secondFactor: z.boolean(),
    passkeys: z.number(),
    providers: z.array(z.string()),
    adultTitles: z.boolean(),
    newsletter: z.boolean(),
    releases: z.boolean(),
    /** A running subscription must be ended before an erasure. */
    hasSubscription: z.boolean(),
  }),
  rights: z.object({
    tier: z.string(),
    /** What gives the tier, such as the subscription or a promo code. */
    because: z.enum(['subscription', 'promo', 'registered', 'unverified', 'closed']),
    name: z.string().nullable(),
    until: Moment,
    devices: z.number(),
    kinds: z.array(Rights),
  }),
  /** Evidence of the country of purchases, and decisions about it, newest first. Countries are ISO 3166-1 alpha-2. */
  market: z.object({
    country: z.string(),
    /** The country of the account was only assumed, so it is not evidence. */
    isAssumed: z.boolean(),
    /** Country of the last order's network. */
    network: z.object({ country: z.string().nullable(), at: z.string() }).nullable(),
    /** '' = unknown country. */
    methods: z.array(z.object({ brand: z.string(), masked: z.string(), country: z.string() })),
    /** Why the next order would be rejected. */
    rejection: z.enum(MARKET_REJECTIONS).nullable(),
    /** The decision that overrides the evidence. */
    decision: z.enum(MARKET_DECISIONS).exclude(['clear']).nullable(),
    decisions: z.array(
      z.object({
        decision: z.enum(MARKET_DECISIONS),
        country: z.string(),
        actor: z.string(),
        why: z.string(),
        at: z.string(),
      }),
    ),
  }),
  subscriptions: z.array(ReaderSubscription),
  emails: z.array(
    z.object({
      id: z.number(),
      letter: z.string(),
      subject: z.string(),
      recipient: z.string(),
      sentAt: z.string(),
      repeatedAt: Moment,
      mayRepeat: z.boolean(),
    }),
  ),
  devices: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      country: z.string(),
      lastAccess: z.string(),
      lastReading: Moment,
      sessions: z.number(),
    }),
  ),
  /** Sessions without a device, of apps. */
  sessions: z.number(),
  consents: z.array(z.object({ kind: z.string(), given: z.boolean(), wording: z.string(), at: z.string() })),
  /** Until when the reader lets the staff look at the account, who asked, and who looked. */
  support: SupportAccess,
  notes: z.array(z.object({ id: z.string(), body: z.string(), author: z.string(), writtenAt: z.string() })),
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      /** Null: the reader, or the server. */
      actor: z.string().nullable(),
      action: z.string(),
      isSecurity: z.boolean(),
      subject: z.string(),
      reason: z.string().nullable(),
    }),
  ),
})
export type ReaderPage = z.infer<typeof ReaderPage>
