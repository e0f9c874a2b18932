import type { Language } from '@kiosk/domain/locale'
import type { Audience } from '@kiosk/domain/staff/newsletter-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount, subscribe } from '../accounts/testing/accounts.ts'
import { createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { countReaders, readersOf, storedAudience } from './audience.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const now = api.ctx.now()
const titles = [await createTitle(db), await createTitle(db)]
const planId = (tier: string) => plans.find((plan) => plan.tier === tier)!.subscriptionId

const before = new Date(now.getTime() - DAY_MS)
const switches = {
  send_newsletter: fc.boolean(),
  newsletter_confirmed_at: fc.constantFrom(null, before),
  verified_at: fc.constantFrom(null, before),
  mail_bounced_at: fc.constantFrom(null, before),
  deactivated_at: fc.constantFrom(null, before),
}
/** Values that keep a reader from getting a newsletter are rare, so that many get one. */
const rarely = <T>(values: fc.Arbitrary<T>, usual: T) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 8 }, { arbitrary: values, weight: 1 })
const reader = fc.record({
  switches: fc.record({
    send_newsletter: rarely(switches.send_newsletter, true),
    newsletter_confirmed_at: rarely(switches.newsletter_confirmed_at, before),
    verified_at: rarely(switches.verified_at, before),
    mail_bounced_at: rarely(switches.mail_bounced_at, null),
    deactivated_at: rarely(switches.deactivated_at, null),
  }),
  language: fc.constantFrom<Language>('de', 'en', 'fr'),
  region: fc.constantFrom(1, 2, 3, 4),
  /** Consents in order: the last one counts. */
  consents: rarely(fc.array(fc.boolean(), { maxLength: 3 }), [true]),
  /** An upgrade ends the earlier subscription, whose days may still run; `over` ended yesterday. */
  live: fc.constantFrom(null, 'MAGZ', 'PREMIUM'),
  runsOut: fc.constantFrom(null, null, 'MAGZ', 'PREMIUM'),
  over: fc.constantFrom(null, null, 'MAGZ', 'PREMIUM'),
  follows: fc.subarray([0, 1]),
})
type Reader = typeof reader extends fc.Arbitrary<infer R> ? R : never

const audience: fc.Arbitrary<Audience> = fc.record({
  languages: fc.subarray<Language>(['de', 'en', 'fr']),
  markets: fc.subarray([1, 2, 3, 4]),
  tiers: fc.subarray(['FREE', 'MAGZ', 'PREMIUM'] as const),
  titles: fc.subarray(titles.map(({ key }) => key)),
}) as fc.Arbitrary<Audience>

async function create({ switches, language, region, consents, follows, ...subscriptions }: Reader): Promise<number> {
  const account = await createAccount(db, { ...switches, language, region_id: region })
  const account_id = account.id
  for (const given of consents)
    await db.insertInto('consents').values({ account_id, kind: 'newsletter', given, wording: 'test' }).execute()
  if (subscriptions.live) await subscribe(db, account, planId(subscriptions.live))
  for (const [tier, ends_at] of [
    [subscriptions.runsOut, new Date(now.getTime() + DAY_MS)],
    [subscriptions.over, before],
  ] as const)
    if (tier)
      await db
        .insertInto('subscriptions')
        .values({
          account_id,
          plan_id: planId(tier),
          regular_price: 999,
          state: 'ended',
          starts_at: new Date('2025-01-01'),
          ends_at,
        })
        .execute()
  for (const title of follows) await db.insertInto('favourites').values({ account_id, title_id: titles[title]!.id }).execute()
  return account_id
}

/** The rules: the reader may get newsletters, and belongs to the audience. */
function isFor({ switches, consents, language, region, live, runsOut, follows }: Reader, to: Audience): boolean {
  const { send_newsletter, newsletter_confirmed_at, verified_at, mail_bounced_at, deactivated_at } = switches
  const wants = send_newsletter && newsletter_confirmed_at !== null && consents.at(-1) === true
  const canBeReached = verified_at !== null && mail_bounced_at === null && deactivated_at === null
  const running = [live, runsOut]
  const tier = running.includes('PREMIUM') ? 'PREMIUM' : running.includes('MAGZ') ? 'MAGZ' : 'FREE'
  const among = <T>(all: readonly T[], own: T) => all.length === 0 || all.includes(own)
  const followsOne = to.titles.length === 0 || follows.some((title) => to.titles.includes(titles[title]!.key))
  return (
    wants && canBeReached && among(to.languages, language) && among(to.markets, region) && among(to.tiers, tier) && followsOne
  )
}

test('a newsletter is for those who want it, can be reached and are meant, and for nobody else', async () => {
  const readers = fc.sample(reader, { numRuns: 150, seed: 7 })
  const ids: number[] = []
  for (const each of readers) ids.push(await create(each))
  let most = 0
  await fc.assert(
    fc.asyncProperty(audience, async (to) => {
      const stored = await storedAudience(db, to)
      const { rows } = await sql<{ id: number }>`select a.id from ${readersOf(stored, now)}`.execute(db)
      const expected = ids.filter((_, index) => isFor(readers[index]!, to))
      expect(rows.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(expected)
      const { total } = await countReaders(db, stored, { texts: ['de', 'en', 'fr'], fallbackLanguage: null }, now)
      expect(total).toBe(expected.length)
      most = Math.max(most, expected.length)
    }),
    { numRuns: 100, examples: [[{ languages: [], markets: [], tiers: [], titles: [] }]] },
  )
  expect(most).toBeGreaterThan(50)
  expect(most).toBeLessThan(readers.length)
})
