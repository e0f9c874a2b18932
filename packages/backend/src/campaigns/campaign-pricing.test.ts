import { campaignPricing, planPricing } from '@kiosk/domain/campaigns/endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi()

/** Each request comes from another visitor, because responses are cached. */
async function requested<T>(question: (fresh: TestApi) => Promise<T>): Promise<T> {
  const fresh = await testApi(connection)
  try {
    return await question(fresh)
  } finally {
    await fresh.close()
  }
}
const offer = (id: number, language = 'de') =>
  requested((fresh) => fresh.answer(planPricing, `campaign/pricing/${id}`, { language }))

describe('the offer of a plan', () => {
  test.each([
    [10, 'MAGZ', 999, 'de_AT', 3],
    [2, 'PREMIUM', 1999, 'de_AT', 5],
    [3, 'MAGZ', 799, 'de_DE', 3],
    [5, 'PREMIUM', 1499, 'de_DE', 5],
    [6, 'MAGZ', 1990, 'de_CH', 3],
    [8, 'PREMIUM', 2990, 'de_CH', 5],
    [9, 'PREMIUM', 999, 'de_LU', 5],
  ])('plan %i is %s and costs %i, whatever the country of the caller', async (id, tier, price, locale, numberOfDevices) => {
    for (const country of ['AT', 'CH', 'US'])
      expect(await api.answer(planPricing, `campaign/pricing/${id}`, { country })).toEqual({
        subscriptionId: id,
        shortNameDefault: tier,
        normalPrice: price,
        locale,
        price,
        specialOffer: false,
        specialOfferPrice: null,
        specialOfferTitle: '',
        specialOfferLength: null,
        specialOfferBgColor: '#ff0000',
        specialOfferColor: '#ffffff',
        endTime: null,
        voucherCode: '',
        numberOfDevices,
        cancelable: true,
        magazineCoverKeys: [],
        magazineImageUrl: '',
        newspaperImageUrl: '',
        mobileImageUrl: '',
        // This API has no payment provider.
        methods: [],
      })
  })

  test('has the price that the operator set for today', async () => {
    await connection.db.insertInto('prices').values({ plan_id: 9, valid_from: '2026-01-01', price: 949 }).execute()
    await connection.db.insertInto('prices').values({ plan_id: 9, valid_from: '2999-01-01', price: 1 }).execute()
    expect(await offer(9)).toMatchObject({ normalPrice: 949, price: 949 })
    await connection.db.deleteFrom('prices').execute()
  })

  test.each([
    ['de', 'Sommer'],
    ['en', 'Summer'],
    ['fr', 'Été'],
  ])('has the running special offer, with its badge in %s', async (language, specialOfferTitle) => {
    const until = new Date('2999-06-30T00:00:00Z')
    const titles = JSON.stringify({ de: 'Sommer', en: 'Summer', fr: 'Été' })
    const row = { code: 'SOMMER', kind: 'special-offer', plan_ids: [5], price: 599, days: 180, titles }
    await connection.db
      .insertInto('vouchers')
      .values({ ...row, redeemable_until: until, background: '#14532d', colour: '#fefce8' })
      .execute()
    expect(await offer(5, language)).toMatchObject({
      normalPrice: 1499,
      price: 599,
      specialOffer: true,
      specialOfferPrice: 599,
      specialOfferTitle,
      specialOfferLength: 180,
      specialOfferBgColor: '#14532d',
      specialOfferColor: '#fefce8',
      endTime: until.toISOString(),
      voucherCode: 'SOMMER',
    })
    expect((await offer(3, language)).specialOffer).toBe(false)
    await connection.db.deleteFrom('vouchers').execute()
  })

  test('has no offer that is over, not yet started, used up or needs a code', async () => {
    const row = { plan_ids: [2], price: 399, kind: 'special-offer' }
    await connection.db
      .insertInto('vouchers')
      .values([
        { ...row, code: 'OVER', redeemable_until: new Date(0) },
        { ...row, code: 'LATER', redeemable_from: new Date('2999-01-01') },
        { ...row, code: 'USED-UP', max_redemptions: 1, redeemed: 1 },
        { ...row, code: 'SECRET', kind: 'voucher' },
      ])
      .execute()
    expect(await offer(2)).toMatchObject({ specialOffer: false, voucherCode: '' })
    // The cheaper of two running offers is shown; a badge without text and colours defaults to white on red.
    await connection.db
      .insertInto('vouchers')
      .values([
        { ...row, code: 'GOOD' },
        { ...row, code: 'BETTER', price: 299 },
      ])
      .execute()
    expect(await offer(2)).toMatchObject({
      voucherCode: 'BETTER',
      specialOfferTitle: '',
      specialOfferBgColor: '#ff0000',
      specialOfferColor: '#ffffff',
      endTime: null,
    })
    await connection.db.deleteFrom('vouchers').execute()
  })

  test('shows covers of the titles featured in its region: magazines only for MAGZ', async () => {
    const { db } = connection
    const titles = await Promise.all([
      createTitle(db),
      createTitle(db, { kind: 'newspaper' }),
      createTitle(db, { kind: 'magazine' }),
    ])
    for (const title of titles) await createIssue(db, { title })
    await db.insertInto('content_sets').values({ key: 'web_ch' }).execute()
    await db
      .insertInto('content_set_entries')
      .values(titles.map(({ id }, position) => ({ set_key: 'web_ch', position, title_id: id })))
      .execute()
    const [magazine, newspaper, another] = titles.map(({ key }) => key)
    expect((await offer(8)).magazineCoverKeys).toEqual([magazine, newspaper, another])
    expect((await offer(6)).magazineCoverKeys).toEqual([magazine, another])
    // Nobody has chosen titles for Germany, so the newest are shown, first those in its language.
    expect((await offer(5)).magazineCoverKeys?.toSorted()).toEqual([magazine, newspaper, another].sort())
  })

  test('answers 404 for an unknown plan', async () => {
    expect(await api.errorOf('campaign/pricing/7')).toEqual({ status: 404, code: 'not_found', field: 'subscriptionId' })
    expect((await api.errorOf('campaign/pricing/x')).status).toBe(400)
  })
})

describe('the offers of a region', () => {
  test.each([
    ['AT', [1, 10, 2], 999],
    ['DE', [1, 3, 5], 799],
    ['CH', [1, 6, 8], 1990],
    ['LU', [1, 9], 999],
  ])('%s gets its plans, the free one first, and the lowest paid price', async (country, ids, lowestPrice) => {
    const found = await api.answer(campaignPricing, 'campaign/pricing/', { country })
    expect(found.campaignDtoList.map(({ subscriptionId }) => subscriptionId)).toEqual(ids)
    expect(found.campaignDtoList[0]).toMatchObject({ shortNameDefault: 'FREE', price: 0, numberOfDevices: 2 })
    expect(found.lowestPrice).toBe(lowestPrice)
  })

  test('are those of the account for a reader who travels', async () => {
    const reader = await signedIn(connection.db, await createAccount(connection.db, { region_id: 1 }))
    const abroad = await api.answer(campaignPricing, 'campaign/pricing/', { country: 'CH', headers: reader })
    expect(abroad.campaignDtoList.map(({ subscriptionId, locale }) => [subscriptionId, locale])).toEqual(
      [1, 10, 2].map((id) => [id, 'de_AT']),
    )
    // A visitor there gets a different answer, which is cached.
    expect((await api.answer(campaignPricing, 'campaign/pricing/', { country: 'CH' })).lowestPrice).toBe(1990)
  })

  test('every plan of the table is sold in some region', async () => {
    const sold = await Promise.all(
      ['AT', 'DE', 'CH', 'LU'].map((country) => api.answer(campaignPricing, 'campaign/pricing/', { country })),
    )
    const ids = new Set(sold.flatMap(({ campaignDtoList }) => campaignDtoList.map(({ subscriptionId }) => subscriptionId)))
    expect([...ids].sort()).toEqual([...new Set([1, ...plans.map(({ subscriptionId }) => subscriptionId)])].sort())
  })

  test('may be cached by a browser and revalidated with an ETag', async () => {
    const first = await api.ask('campaign/pricing/')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await api.ask('campaign/pricing/', { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })
})
