import * as routes from '@kiosk/contract/desk-routes'
import { allIssues, issueDetail } from '@kiosk/domain/catalogue/endpoints'
import { downloads } from '@kiosk/domain/reading/download-endpoints'
import { access, searchInIssue } from '@kiosk/domain/reading/endpoints'
import { rights, rightsTo } from '@kiosk/domain/reading/rights'
import { FREE_SUBSCRIPTION_ID } from '@kiosk/domain/subscriptions/plans'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api
const PAGES = 12

const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'owner' }))
const setPlans = (key: string, body: Record<string, unknown>) => desk.call(routes.setTitlePlans, { params: { key }, body })

const readers = ['anonymous', 'FREE', 'PROMO', 'MAGZ', 'PREMIUM'] as const
type Reader = (typeof readers)[number]
/** Plans of Austria. */
const PLAN_OF: Record<Reader, number> = { anonymous: 1, FREE: 1, PROMO: 1, MAGZ: 10, PREMIUM: 2 }
const headers = {} as Record<Reader, Record<string, string>>

beforeAll(async () => {
  await db
    .insertInto('promo_codes')
    .values({ code: 'LESEZEIT', titles: '{}', days: 30, redeemable_until: new Date('2100-01-01') })
    .execute()
  headers.anonymous = {}
  for (const reader of readers.slice(1)) {
    const account = await createAccount(db)
    if (reader === 'MAGZ' || reader === 'PREMIUM') await subscribe(db, account, PLAN_OF[reader])
    if (reader === 'PROMO')
      await db
        .insertInto('promo_redemptions')
        .values({ account_id: account.id, code: 'LESEZEIT', expires_at: new Date('2100-01-01') })
        .execute()
    headers[reader] = { cookie: (await signedIn(db, account)).cookie }
  }
})

/** Plans that open a title, reader, and what follows: pages online, download, read aloud, advertisements. */
const table = `
  magazine  1,2,10 anonymous first -       -     ads
  magazine  1,2,10 FREE      all   -       -     ads
  magazine  1,2,10 PROMO     all   -       -     -
  magazine  1,2,10 MAGZ      all   offline -     -
  magazine  1,2,10 PREMIUM   all   offline audio -
  magazine  2,10   anonymous one   -       -     ads
  magazine  2,10   FREE      one   -       -     ads
  magazine  2,10   PROMO     one   -       -     -
  magazine  2,10   MAGZ      all   offline -     -
  magazine  2,10   PREMIUM   all   offline audio -
  magazine  2      anonymous one   -       -     ads
  magazine  2      FREE      one   -       -     ads
  magazine  2      PROMO     one   -       -     -
  magazine  2      MAGZ      one   -       -     -
  magazine  2      PREMIUM   all   offline audio -
  magazine  5      MAGZ      one   -       -     -
  magazine  5      PREMIUM   one   -       -     -
  newspaper 1,2,10 anonymous one   -       -     ads
  newspaper 1,2,10 FREE      all   -       -     ads
  newspaper 1,2,10 PROMO     all   -       -     -
  newspaper 1,2,10 MAGZ      all   -       -     -
  newspaper 1,2,10 PREMIUM   all   offline audio -
  newspaper 2      anonymous one   -       -     ads
  newspaper 2      FREE      one   -       -     ads
  newspaper 2      PROMO     one   -       -     -
  newspaper 2      MAGZ      one   -       -     -
  newspaper 2      PREMIUM   all   offline audio -`
const cells = table
  .trim()
  .split('\n')
  .map(
    (line) =>
      line.trim().split(/\s+/) as ['magazine' | 'newspaper', string, Reader, 'all' | 'first' | 'one', string, string, string],
  )
const PAGES_OPEN = { all: PAGES, first: 8, one: 1 }

test.each(['magazine', 'newspaper'] as const)('without a list, the matrix decides for a %s', (kind) => {
  for (const reader of readers)
    expect(rightsTo({ kind, plans: null }, { reader, planId: PLAN_OF[reader] })).toEqual(rights[kind][reader])
})

describe('a title with a list of plans', () => {
  test.each(cells)('%s of plans %s: %s reads %s %s %s %s', async (kind, plans, reader, online, offline, audio, ads) => {
    const ids = plans.split(',').map(Number)
    const right = { online, offline: offline !== '-', audio: audio !== '-', ads: ads !== '-' }
    expect(rightsTo({ kind, plans: ids }, { reader, planId: PLAN_OF[reader] })).toEqual(right)

    const title = await createTitle(db, { kind, subscriptions: ids })
    const articles = [{ headline: 'Letzte', html: '<p>x</p>', firstPage: PAGES, lastPage: PAGES }]
    const pages = Array.from({ length: PAGES }, (_, n) => `Wort${n + 1}`)
    const { uid } = await createIssue(db, { title, pages, articles, source_sha256: `file ${title.id}` })
    const ask = { headers: headers[reader] }
    const got = await api.answer(access, `issuecontent/${uid}/access`, ask)
    expect(got).toMatchObject({
      pagesOpen: PAGES_OPEN[online],
      offline: right.offline,
      audio: right.audio,
      ads: right.ads,
      because: online === 'all' ? null : reader === 'anonymous' && ids.includes(FREE_SUBSCRIPTION_ID) ? 'register' : 'subscribe',
    })
    // Lists agree with the reader.
    const [listed] = (await api.answer(allIssues, `issues/all?magazine=${title.key}`, ask)).issues
    expect(listed).toMatchObject({ opens: online, canDownload: right.offline, showAds: right.ads })
    // Search inside shows the last page to those who may read it.
    const { hits } = await api.answer(searchInIssue, `issuecontent/${uid}/search?q=Wort${PAGES}`, ask)
    expect(hits.map(({ snippet }) => snippet.includes('<mark>'))).toEqual([online === 'all'])
  })

  test('the page of an issue names the plans of the market that open it', async () => {
    const title = await createTitle(db, { subscriptions: [2, 10, 5] })
    const { uid } = await createIssue(db, { title })
    const { details } = await api.answer(issueDetail, `issuedetail/${uid}`)
    expect(details.includedSubscriptions.map(({ subscriptionId }) => subscriptionId)).toEqual([10, 2])
    const { plans } = await api.answer(access, `issuecontent/${uid}/access`)
    expect(plans).toEqual([
      { subscriptionId: 10, tier: 'MAGZ' },
      { subscriptionId: 2, tier: 'PREMIUM' },
    ])
  })

  test('a subscription of another market is found by its own number', () => {
    const title = { kind: 'magazine', plans: [5] } as const
    expect(rightsTo(title, { reader: 'PREMIUM', planId: 5 }).online).toBe('all')
    expect(rightsTo(title, { reader: 'PREMIUM', planId: 2 }).online).toBe('one')
  })
})

describe('setting the plans', () => {
  test('takes effect for readers and their cached answers at once, is recorded, and goes back to those of its kind', async () => {
    const title = await createTitle(db, {})
    const { uid } = await createIssue(db, { title, pages: ['1', '2', '3'] })
    const open = async (reader: Reader) => {
      await ctx.catalogueCache.reload()
      const ask = { headers: headers[reader] }
      const [listed] = (await api.answer(allIssues, `issues/all?magazine=${title.key}`, ask)).issues
      return [(await api.answer(access, `issuecontent/${uid}/access`, ask)).pagesOpen, listed?.opens]
    }
    expect(await open('MAGZ')).toEqual([3, 'all'])
    const reason = 'Verlag will es nur in PREMIUM'
    expect(await setPlans(title.key, { plans: [2, 5, 8, 9], before: null, reason })).toMatchObject({ status: 204 })
    expect(await lastEntry(db)).toMatchObject({
      action: 'title.plans-set',
      subject_id: title.key,
      reason,
      before: { plans: null },
      after: { plans: [2, 5, 8, 9] },
    })
    expect(await open('MAGZ')).toEqual([1, 'one'])
    expect(await open('PREMIUM')).toEqual([3, 'all'])
    const again = await setPlans(title.key, { plans: null, before: null, reason })
    expect(again).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await setPlans(title.key, { plans: null, before: [8, 9, 2, 5], reason })).toMatchObject({ status: 204 })
    expect(await open('MAGZ')).toEqual([3, 'all'])
  })

  test('a dearer plan of a market reads what a cheaper one reads; unknown plans and none are rejected', async () => {
    const { key } = await createTitle(db, {})
    const reason = 'Versuch'
    for (const plans of [[10], [FREE_SUBSCRIPTION_ID, 2, 10], [3, 2, 10]])
      expect(await setPlans(key, { plans, reason })).toMatchObject({ status: 409, code: 'plans_not_nested', field: 'plans' })
    for (const plans of [[], [4711]]) expect(await setPlans(key, { plans, reason })).toMatchObject({ status: 400 })
    expect(await setPlans(key, { plans: [10, 2] })).toMatchObject({ status: 400, field: 'reason' })
    expect(await setPlans(key, { plans: [10, 2], reason })).toMatchObject({ status: 204 })
  })

  test('a download ends at the next contact when the plan no longer opens the title', async () => {
    const title = await createTitle(db, {})
    const { id } = await createIssue(db, { title, source_sha256: 'a download' })
    const account = await createAccount(db)
    await subscribe(db, account, PLAN_OF.MAGZ)
    const { cookie } = await signedIn(db, account)
    const device = await db.selectFrom('devices').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    await db
      .insertInto('downloads')
      .values({
        device_id: device.id,
        issue_id: id,
        account_id: account.id,
        key: Buffer.alloc(32),
        granted_at: new Date(),
        until: new Date('2100-01-01'),
      })
      .execute()
    const kept = async () => {
      await ctx.catalogueCache.reload()
      return (await api.answer(downloads, 'reader/downloads', { headers: { cookie } })).downloads.length
    }
    expect(await kept()).toBe(1)
    await setPlans(title.key, { plans: [2], reason: 'nur PREMIUM' })
    expect(await kept()).toBe(0)
  })
})
