import { readFile } from 'node:fs/promises'
import * as routes from '@kiosk/contract/desk-routes'
import { runsAt } from '@kiosk/domain/campaigns/campaign'
import { campaignPage, planPricing } from '@kiosk/domain/campaigns/endpoints'
import { addDays, beginOfDayInVienna, dayInVienna } from '@kiosk/domain/day'
import type { CsvFault, PlanPrices, TaxRate } from '@kiosk/domain/staff/offer-endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { readCampaign } from '../../campaigns/read-campaign.ts'
import { removeCampaign } from '../../campaigns/remove-campaign.ts'
import { changeMeanwhile } from '../../db/testing/change-meanwhile.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { within } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

let now = new Date('2026-11-21T12:00:00Z')
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0 })
const { db } = connection
const { ctx } = api
const today = dayInVienna(now)
const desk = fakeDesk(ctx)
const finance = await createStaff(ctx, { role: 'finance', name: 'Ida Moos' })
const reason = 'Beschluss vom Montag'

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  await desk.signedInAs(finance)
  for (const table of ['prices', 'tax_rates', 'vouchers', 'promo_codes', 'campaign_pages'] as const)
    await db.deleteFrom(table).execute()
})
type Imported = { status: number; codes: number; faults: CsvFault[] }
const plan = async (id: number) =>
  ((await desk.call(routes.prices)) as unknown as { plans: PlanPrices[] }).plans.find((each) => each.id === id)!

describe('a price', () => {
  const set = (body: object) => desk.call(routes.setPlanPrice, { body: { plan: 9, price: 1099, from: today, reason, ...body } })

  test('applies to purchases from its day on, on every server, and is recorded with its reason', async () => {
    expect(await set({})).toMatchObject({ status: 204 })
    expect(await set({ price: 1199, from: addDays(today, 10) })).toMatchObject({ status: 204 })
    expect(await plan(9)).toMatchObject({ price: 1099, since: today, later: [{ price: 1199, from: addDays(today, 10) }] })
    await within(2000, async () => (await api.answer(planPricing, 'campaign/pricing/9')).normalPrice === 1099)
    expect(await lastEntry(db)).toMatchObject({
      action: 'price.set',
      actor: 'Ida Moos',
      subject_id: '9',
      reason,
      before: { price: 1099, from: today },
      after: { price: 1199, from: addDays(today, 10) },
    })
  })

  test('is withdrawn before its day, not after', async () => {
    await set({})
    await set({ price: 1199, from: addDays(today, 10) })
    const withdraw = (from: string) => desk.call(routes.withdrawPlanPrice, { body: { plan: 9, from, reason } })
    expect(await withdraw(today)).toMatchObject({ status: 409, code: 'price_in_force' })
    expect(await withdraw(addDays(today, 11))).toMatchObject({ status: 404 })
    expect(await withdraw(addDays(today, 10))).toMatchObject({ status: 204 })
    expect(await plan(9)).toMatchObject({ price: 1099, later: [] })
    expect((await lastEntry(db)).action).toBe('price.withdrawn')
  })

  test.each([
    [{ from: addDays(today, -1) }, 409, 'from'],
    [{ plan: 7 }, 404, 'plan'],
    [{ price: 49 }, 400, 'price'],
    [{ price: 10.5 }, 400, 'price'],
    [{ from: '2026-02-30' }, 400, 'from'],
    [{ reason: ' ' }, 400, 'reason'],
  ])('%j is rejected and changes nothing', async (body, status, field) => {
    expect(await set(body)).toMatchObject({ status, field })
    expect(await db.selectFrom('prices').selectAll().execute()).toEqual([])
  })

  test('requires a confirmed identity, and a role that may', async () => {
    now = new Date(now.getTime() + HOUR_MS / 2)
    expect(await set({})).toMatchObject({ status: 403, code: 'confirmation_required' })
    await desk.signedInAs(await createStaff(ctx, { role: 'editor' }))
    expect(await set({})).toMatchObject({ status: 403, code: 'not_permitted' })
  })
})

test('a tax rate applies from its day on', async () => {
  const set = (rate: number, from: string) => desk.call(routes.setCountryTax, { body: { country: 'AT', rate, from, reason } })
  expect(await set(1300, addDays(today, -30))).toMatchObject({ status: 204 })
  expect(await set(2000, addDays(today, 30))).toMatchObject({ status: 204 })
  expect(await set(5001, today)).toMatchObject({ status: 400, field: 'rate' })
  const { taxes } = (await desk.call(routes.prices)) as unknown as { taxes: TaxRate[] }
  expect(taxes.find(({ country }) => country === 'AT')).toEqual({
    country: 'AT',
    rate: 1300,
    since: addDays(today, -30),
    later: [{ rate: 2000, from: addDays(today, 30) }],
  })
  expect(await lastEntry(db)).toMatchObject({ action: 'tax-rate.set', reason, after: { rate: 2000 } })
})

const voucher = (more: object = {}) => ({
  code: 'sommer-1',
  kind: 'voucher',
  plans: [2, 10],
  price: 399,
  days: null,
  from: today,
  until: null,
  most: 5,
  titles: null,
  background: null,
  colour: null,
  ...more,
})
const add = (more?: object) =>
  desk.call(routes.addVoucher, { body: { voucher: voucher(more), reason } }) as unknown as Promise<Imported>
const importCsv = (csv: string) => desk.call(routes.importVouchers, { body: { csv, reason } }) as unknown as Promise<Imported>
const list = async (query: object = {}) =>
  (await desk.call(routes.vouchers, { query: { ...query } })) as unknown as {
    vouchers: { code: string; state: string }[]
    more: boolean
  }

describe('a voucher', () => {
  test('runs from the first to the last moment of its days in the markets', async () => {
    await add({ from: '2026-12-01', until: '2026-12-31' })
    const stateAt = async (time: string) => {
      now = new Date(time)
      await desk.signedInAs(finance)
      return (await list()).vouchers[0]
    }
    const term = { from: '2026-12-01', until: '2026-12-31' }
    expect(await stateAt('2026-11-30T22:59:59Z')).toMatchObject({ ...term, state: 'later' })
    expect(await stateAt('2026-11-30T23:00:00Z')).toMatchObject({ ...term, state: 'running' })
    expect(await stateAt('2026-12-31T22:59:59Z')).toMatchObject({ ...term, state: 'running' })
    expect(await stateAt('2026-12-31T23:00:00Z')).toMatchObject({ ...term, state: 'over' })
  })

  test('is added, listed, and ended', async () => {
    expect(await add()).toMatchObject({ status: 200, codes: 1, faults: [] })
    expect((await list()).vouchers).toMatchObject([{ code: 'SOMMER-1', state: 'running', plans: [2, 10], price: 399, most: 5 }])
    expect(await lastEntry(db)).toMatchObject({ action: 'voucher.added', subject_id: 'SOMMER-1', reason })
    const end = (code: string) => desk.call(routes.endVoucher, { params: { code }, body: { reason } })
    expect(await end('SOMMER-1')).toMatchObject({ status: 204 })
    expect(await end('SOMMER-2')).toMatchObject({ status: 404 })
    expect((await lastEntry(db)).action).toBe('voucher.ended')
  })

  test.each([
    [{ price: 2000 }, { column: 'price', problem: 'not-lower', value: 'PREMIUM AT, MAGZ AT' }],
    [{ plans: [2, 8] }, { column: 'plans', problem: 'currencies' }],
    [{ plans: [2, 77] }, { column: 'plans', problem: 'plan-unknown', value: '77' }],
  ])('%j is rejected with the reason', async (more, fault) => {
    expect(await add(more)).toMatchObject({ status: 200, codes: 0, faults: [fault] })
    expect((await list()).vouchers).toEqual([])
  })

  test('for a plan whose number is too large for the database is rejected', async () => {
    expect(await add({ plans: [2 ** 31] })).toMatchObject({ status: 400, code: 'wrong_input' })
    expect(await importCsv(`code,plans,price\nMESSE,${2 ** 31},3.99`)).toMatchObject({ codes: 0, faults: [{ column: 'plans' }] })
  })

  test('if two people add the same code at once, one learns that it exists', async () => {
    const both = await Promise.all([add(), add()])
    expect(both.map(({ codes }) => codes).sort()).toEqual([0, 1])
    expect(both.flatMap(({ faults }) => faults.map(({ problem }) => problem))).toEqual(['exists'])
  })

  test('of a campaign is ended with its page only', async () => {
    const yaml = await readFile(new URL('../../../../../docs/campaign.yaml', import.meta.url), 'utf8')
    expect(await desk.call(routes.publishCampaign, { body: { yaml, reason } })).toMatchObject({ key: 'sommerlesen', faults: [] })
    const { campaign } = readCampaign(yaml)
    const code = campaign!.offers[0]!.voucherCode
    const end = () => desk.call(routes.endVoucher, { params: { code }, body: { reason } })
    expect(await end()).toMatchObject({ status: 409, code: 'voucher_of_campaign' })
    expect(await desk.call(routes.removeCampaign, { params: { key: 'sommerlesen' }, body: { reason } })).toMatchObject({
      status: 204,
    })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.removed', reason })
    expect(await end()).toMatchObject({ status: 204 })
  })
})

describe('a CSV file', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `MESSE-${String(index).padStart(5, '0')},2,3.99`)

  test('adds hundreds of vouchers at once, with one entry in the log', async () => {
    expect(await importCsv(['code,plans,price', ...many(500)].join('\n'))).toMatchObject({ codes: 500, faults: [] })
    const { after, subject } = await lastEntry(db)
    expect((after as { codes: string[] }).codes).toHaveLength(500)
    expect(subject).toBe('MESSE-00000 … MESSE-00499 (500)')
    const first = await list({ search: 'messe' })
    expect([first.vouchers.length, first.more]).toEqual([50, true])
    const second = await list({ search: 'messe', after: first.vouchers.at(-1)!.code })
    expect(second.vouchers[0]!.code).toBe('MESSE-00050')
    expect((await list({ search: '00499' })).vouchers.map(({ code }) => code)).toEqual(['MESSE-00499'])
    expect((await list({ state: 'over' })).vouchers).toEqual([])
  })

  test('with any fault adds nothing, and says what is wrong in which line', async () => {
    await add({ code: 'MESSE-00003' })
    const result = await importCsv(['code,plans,price', ...many(5), 'MESSE-00001,2,3.99', 'MESSE-9,2,99.00'].join('\n'))
    expect(result).toMatchObject({
      codes: 0,
      faults: [
        { line: 5, column: 'code', problem: 'exists', value: 'MESSE-00003' },
        { line: 7, column: 'code', problem: 'twice', value: 'MESSE-00001' },
        { line: 8, column: 'price', problem: 'not-lower' },
      ],
    })
    expect((await list()).vouchers).toHaveLength(1)
  })

  test('that is exported contains what the list shows, and can be imported', async () => {
    await importCsv(['code,plans,price,title_de', ...many(3).map((line) => `${line},"=Kost""nix"`)].join('\n'))
    const response = await desk.send(routes.exportVouchers, { query: { search: '0000' } })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    // For a spreadsheet in German or French: marked as UTF-8, with semicolons and decimal commas.
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const csv = new TextDecoder().decode(bytes)
    expect(csv.split('\r\n')[1]).toMatch(/^MESSE-00000;2;3,99;voucher;/)
    await db.deleteFrom('vouchers').execute()
    expect(await importCsv(csv)).toMatchObject({ codes: 3, faults: [] })
    const { titles } = await db.selectFrom('vouchers').select('titles').limit(1).executeTakeFirstOrThrow()
    expect(titles).toMatchObject({ de: '=Kost"nix' })
  })
})

test('codes are exported by roles that change them; care finds only a code that is entered whole, editors none', async () => {
  await importCsv('code,plans,price\nMESSE-1,2,3.99\nMESSE-2,2,3.99')
  const days = { code: 'LESEZEIT', days: 30, from: today, until: addDays(today, 30), most: null, markets: null }
  const promoCode = { ...days, titles: { de: '', en: '', fr: '' } }
  expect(await desk.call(routes.addPromoCode, { body: { promoCode, reason } })).toMatchObject({ codes: 1 })
  const seen = async (search: string) => {
    const [{ vouchers }, { promoCodes }] = (await Promise.all([
      desk.call(routes.vouchers, { query: { search } }),
      desk.call(routes.promoCodes, { query: { search } }),
    ])) as unknown as [{ vouchers?: { code: string }[] }, { promoCodes?: { code: string }[] }]
    return vouchers && promoCodes && [...vouchers, ...promoCodes].map(({ code }) => code)
  }
  const exported = async () =>
    (await Promise.all([routes.exportVouchers, routes.exportPromoCodes].map((route) => desk.send(route)))).map(
      ({ status }) => status,
    )
  const all = ['MESSE-1', 'MESSE-2', 'LESEZEIT']
  expect([await seen(''), await exported()]).toEqual([all, [200, 200]])
  await desk.signedInAs(await createStaff(ctx, { role: 'auditor' }))
  expect([await seen(''), await exported()]).toEqual([all, [403, 403]])
  await desk.signedInAs(await createStaff(ctx, { role: 'care' }))
  expect([await seen(''), await seen('MESSE'), await exported()]).toEqual([[], [], [403, 403]])
  expect([await seen('messe-2'), await seen('lesezeit')]).toEqual([['MESSE-2'], ['LESEZEIT']])
  await desk.signedInAs(await createStaff(ctx, { role: 'editor' }))
  expect([await seen('MESSE-2'), await exported()]).toEqual([undefined, [403, 403]])
})

test('promo codes are added alone or by file, listed by market, and ended', async () => {
  const promoCode = {
    code: 'LESEZEIT',
    days: 30,
    from: today,
    until: addDays(today, 30),
    most: null,
    markets: [1, 4],
    titles: { de: 'Lesezeit', en: 'Reading time', fr: 'Lecture' },
  }
  expect(await desk.call(routes.addPromoCode, { body: { promoCode, reason } })).toMatchObject({ codes: 1 })
  expect(await desk.call(routes.addPromoCode, { body: { promoCode, reason } })).toMatchObject({ faults: [{ problem: 'exists' }] })
  const csv = `code;until;markets\nHERBST;${addDays(today, 9)};AT CH\nWINTER;${addDays(today, 9)};XX`
  expect(await desk.call(routes.importPromoCodes, { body: { csv, reason } })).toMatchObject({
    codes: 0,
    faults: [{ line: 3, column: 'markets', problem: 'value', value: 'XX' }],
  })
  expect(await desk.call(routes.importPromoCodes, { body: { csv: csv.replace('XX', ''), reason } })).toMatchObject({ codes: 2 })
  expect(await desk.call(routes.promoCodes)).toMatchObject({
    promoCodes: [
      { code: 'HERBST', markets: [1, 3] },
      { code: 'LESEZEIT', title: 'Lesezeit' },
      { code: 'WINTER', markets: null },
    ],
  })
  expect(await desk.call(routes.endPromoCode, { params: { code: 'HERBST' }, body: { reason } })).toMatchObject({ status: 204 })
  expect(await lastEntry(db)).toMatchObject({ action: 'promo-code.ended', subject_id: 'HERBST', reason })
})

describe('a campaign', () => {
  type Shown = {
    published: { at: string; campaign: object; isOver: boolean; redirectedFrom: string[] } | null
    draft: { revision: number; campaign: object } | null
  }
  type Faults = { faults: { path: string; message: string; isMissing: boolean }[] }
  const example = () => readFile(new URL('../../../../../docs/campaign.yaml', import.meta.url), 'utf8')
  const params = { key: 'sommerlesen' }
  const shown = async () => (await desk.call(routes.campaignFile, { params })) as unknown as Shown
  const check = async (yaml: string) => (await desk.call(routes.checkCampaign, { body: { yaml } })) as unknown as Faults
  beforeEach(async () => {
    await db.deleteFrom('campaign_drafts').execute()
  })

  test('is checked without a change, published, shown again, and listed with its sales', async () => {
    const yaml = await example()
    expect(await check(yaml)).toMatchObject({ campaign: { key: 'sommerlesen' }, faults: [] })
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [] })
    const wrong = yaml.replace('voucherPrice: 299', 'voucherPrice: 9999').replace('key: sommerlesen', 'key: magazines')
    const { faults } = await check(wrong)
    expect(faults).toMatchObject([{ path: 'offers.0.voucherPrice', isMissing: false }])
    expect(await desk.call(routes.publishCampaign, { body: { yaml: wrong, reason } })).toMatchObject({ status: 200, faults })
    expect(await desk.call(routes.publishCampaign, { body: { yaml, reason } })).toMatchObject({ faults: [] })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.published', reason })
    const page = () => api.answer(campaignPage, 'campaign/page/sommerlesen')
    expect(await page()).toMatchObject({ partner: 'Strandbad Seeblick', offers: [{ region: 1 }, { region: 2 }] })
    expect((await shown()).published!.campaign).toEqual(readCampaign(yaml).campaign)
    expect(await desk.call(routes.campaigns)).toMatchObject({
      campaigns: [{ key: 'sommerlesen', state: 'running', draftAt: null, offers: [{ redeemed: 0 }, {}] }],
    })
    // Nobody learns its codes before its first day.
    const later = `${yaml}\nfrom: "${addDays(today, 1)}"\n`
    expect(await desk.call(routes.publishCampaign, { body: { yaml: later, reason } })).toMatchObject({ faults: [] })
    await within(2000, async () => (await page()).offers.length === 0)
    expect(await desk.call(routes.campaigns)).toMatchObject({
      campaigns: [{ state: 'later', offers: [{ plan: 2 }, { plan: 5 }] }],
    })
  })

  test('begins as a draft that may be incomplete, and is published from it by the same call', async () => {
    expect(await desk.call(routes.addCampaignDraft, { body: { ...params, copied: null } })).toMatchObject({ status: 204 })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.drafted', subject_id: 'sommerlesen' })
    const { draft } = await shown()
    const { faults } = await check(JSON.stringify(draft!.campaign))
    expect(faults.every(({ path, isMissing }) => isMissing && path.startsWith('words.'))).toBe(true)
    const campaign = readCampaign(await example()).campaign!
    const half = { ...campaign, words: { de: { ...campaign.words.de, headline: '' } } }
    const save = (revision: number, body: object = half) =>
      desk.call(routes.saveCampaignDraft, { params, body: { campaign: body as Record<string, unknown>, revision } })
    expect(await save(1)).toMatchObject({ revision: 2 })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.draft-saved', after: { partner: 'Strandbad Seeblick' } })
    expect(await save(1)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await save(2, { ...half, key: 'anders' })).toMatchObject({ status: 400 })
    expect(await shown()).toMatchObject({ published: null, draft: { revision: 2, campaign: half } })
    expect(await desk.call(routes.campaigns)).toMatchObject({
      campaigns: [{ key: 'sommerlesen', state: 'draft', publishedAt: null }],
    })
    expect(await api.errorOf('campaign/page/sommerlesen')).toMatchObject({ status: 404 })
    const publish = (value: object) =>
      desk.call(routes.publishCampaign, { body: { yaml: JSON.stringify(value), reason, seen: null } })
    const incomplete = (await publish(half)) as unknown as Faults
    expect(incomplete.faults.map(({ path }) => path)).toEqual(['words.de.headline', 'words.en', 'words.fr'])
    expect(await publish(campaign)).toMatchObject({ faults: [] })
    expect(await shown()).toMatchObject({ published: { campaign: { key: 'sommerlesen' } }, draft: null })
  })

  test('keeps its page while a draft of it is written; what others published meanwhile is not replaced', async () => {
    const { campaign } = readCampaign(await example())
    await desk.call(routes.publishCampaign, { body: { yaml: JSON.stringify(campaign), reason } })
    const { published } = await shown()
    const changed = { ...campaign!, partner: 'Freibad' }
    const body = { campaign: changed as Record<string, unknown>, revision: 0 }
    expect(await desk.call(routes.saveCampaignDraft, { params, body })).toMatchObject({ revision: 1 })
    expect((await api.answer(campaignPage, 'campaign/page/sommerlesen')).partner).toBe('Strandbad Seeblick')
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [{ state: 'running', draftAt: now.toISOString() }] })
    now = new Date(now.getTime() + HOUR_MS / 60)
    await desk.call(routes.publishCampaign, { body: { yaml: JSON.stringify({ ...campaign, partner: 'Hallenbad' }), reason } })
    const publish = (seen: string | null) =>
      desk.call(routes.publishCampaign, { body: { yaml: JSON.stringify(changed), reason, seen } })
    for (const seen of [published!.at, null])
      expect(await publish(seen)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await publish((await shown()).published!.at)).toMatchObject({ faults: [] })
    expect(await lastEntry(db)).toMatchObject({
      action: 'campaign.published',
      before: { partner: 'Hallenbad' },
      after: { partner: 'Freibad' },
    })
  })

  test('is rejected with a redirect that leads nowhere or to itself', async () => {
    const yaml = (await example()).replace('to: /home', 'to: /herbst').replace('withoutOffer: /', 'withoutOffer: /sommerlesen/2')
    const { faults } = await check(yaml)
    expect(faults).toEqual([
      { path: 'redirects.0.to', isMissing: false, message: expect.stringMatching(/^Unter \/herbst gibt es weder/) },
      { path: 'withoutOffer', isMissing: false, message: expect.stringContaining('nicht zu sich selbst weiterleiten') },
    ])
    expect(await desk.call(routes.publishCampaign, { body: { yaml, reason } })).toMatchObject({ status: 200, faults })
  })

  test('is rejected if it redirects a region to a campaign that redirects it back', async () => {
    const { campaign } = readCampaign(await example())
    const redirects = [{ region: 2, to: '/sommerlesen' }]
    const other = { ...campaign, key: 'herbst', offers: [], redirects, withoutOffer: undefined }
    for (const each of [campaign, other])
      expect(await desk.call(routes.publishCampaign, { body: { yaml: JSON.stringify(each), reason } })).toMatchObject({
        faults: [],
      })
    expect((await shown()).published?.redirectedFrom).toEqual(['herbst'])
    const leading = (region: number) =>
      check(JSON.stringify({ ...campaign, redirects: [...campaign!.redirects!, { region, to: '/herbst' }] }))
    expect((await leading(1)).faults).toEqual([])
    const returns = [
      { path: 'redirects.1.to', message: 'Die Kampagne kann nicht zu sich selbst weiterleiten, auch nicht über eine andere.' },
    ]
    expect((await leading(2)).faults).toMatchObject(returns)
    // It redirects those for whom it has no offer as long as it runs.
    const store = (value: object) =>
      db
        .updateTable('campaign_pages')
        .set({ campaign: JSON.stringify(value) })
        .where('key', '=', 'herbst')
        .execute()
    await store({ ...other, redirects: [], withoutOffer: '/sommerlesen' })
    expect((await leading(2)).faults).toMatchObject(returns)
    await store({ ...other, redirects: [], withoutOffer: '/sommerlesen', until: addDays(today, -1) })
    expect((await leading(2)).faults).toEqual([])
  })

  test('published by two people at once is published once, so that no voucher is left over', async () => {
    const { campaign } = readCampaign(await example())
    const row = { key: 'sommerlesen', campaign: JSON.stringify(campaign) }
    const yaml = JSON.stringify({ ...campaign, offers: [] })
    const second = await changeMeanwhile(db, () => desk.call(routes.publishCampaign, { body: { yaml, reason, seen: null } }), {
      lock: (trx) => trx.insertInto('campaign_pages').values(row).execute(),
      change: () => Promise.resolve(),
    })
    expect(second).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })

  test('ended while another version of it is published, the vouchers of both end', async () => {
    const yaml = await example()
    await desk.call(routes.publishCampaign, { body: { yaml, reason } })
    const { campaign } = readCampaign(yaml)
    const offers = campaign!.offers.map((offer) => ({ ...offer, voucherCode: `${offer.voucherCode}-NEU` }))
    await changeMeanwhile(db, () => desk.call(routes.endCampaign, { params, body: { reason } }), {
      lock: (trx) => trx.selectFrom('campaign_pages').select('key').where('key', '=', 'sommerlesen').forUpdate().execute(),
      change: async (trx) => {
        await trx
          .updateTable('campaign_pages')
          .set({ campaign: JSON.stringify({ ...campaign, offers }) })
          .execute()
        await trx.updateTable('vouchers').set({ code: sql<string>`code || '-NEU'` }).execute()
      },
    })
    expect((await shown()).published).toMatchObject({ isOver: true })
    expect((await list({ state: 'running' })).vouchers).toEqual([])
  })

  test('ended before its first day, it shows that it never began', async () => {
    const from = addDays(today, 5)
    await desk.call(routes.publishCampaign, { body: { yaml: `${await example()}\nfrom: "${from}"\n`, reason } })
    await desk.call(routes.endCampaign, { params, body: { reason } })
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [{ state: 'over', from, until: today }] })
  })

  test('ended, its page stays and says so, its vouchers end, and the list keeps what it has sold', async () => {
    const yaml = await example()
    await desk.call(routes.publishCampaign, { body: { yaml, reason } })
    const { published } = await shown()
    await db.updateTable('vouchers').set({ redeemed: 3 }).where('code', '=', 'SEEBLICK-AT').execute()
    now = new Date(now.getTime() + DAY_MS)
    await desk.signedInAs(finance)
    expect(await desk.call(routes.endCampaign, { params, body: { reason } })).toMatchObject({ status: 204 })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.ended', subject_id: 'sommerlesen', reason })
    expect(await desk.call(routes.endCampaign, { params: { key: 'nichts' }, body: { reason } })).toMatchObject({ status: 404 })
    const page = () => api.answer(campaignPage, 'campaign/page/sommerlesen')
    await within(2000, async () => (await page()).offers.length === 0)
    expect(runsAt(await page(), now)).toBe(false)
    expect((await list({ state: 'running' })).vouchers).toEqual([])
    const offers = [{ code: 'SEEBLICK-AT', redeemed: 3 }, { code: 'SEEBLICK-DE' }]
    const row = { key: 'sommerlesen', partner: 'Strandbad Seeblick', offers }
    expect(await desk.call(routes.campaigns)).toMatchObject({
      campaigns: [{ ...row, state: 'over', from: null, until: dayInVienna(now) }],
    })
    // Somebody who has not seen that it was ended does not resume it.
    const publish = (seen: string) => desk.call(routes.publishCampaign, { body: { yaml, reason, seen } })
    expect(await publish(published!.at)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const over = (await shown()).published!
    expect(over).toMatchObject({ isOver: true, at: now.toISOString() })
    expect(await publish(over.at)).toMatchObject({ faults: [] })
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [{ ...row, state: 'running', until: null }] })
    // A server of a version before migration 286 that publishes it does not clear the column.
    await db
      .updateTable('campaign_pages')
      .set({ ended_at: new Date(now.getTime() - 1) })
      .execute()
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [{ ...row, state: 'running', until: null }] })
    expect((await shown()).published).toMatchObject({ isOver: false, at: now.toISOString() })
    await within(2000, async () => runsAt(await page(), now))
    await desk.call(routes.removeCampaign, { params, body: { reason } })
    expect(await desk.call(routes.campaigns)).toMatchObject({ campaigns: [{ ...row, state: 'draft' }] })
  })

  test('removed, it stays as a draft that can be published again or deleted; its address is kept meanwhile', async () => {
    const yaml = await example()
    await desk.call(routes.publishCampaign, { body: { yaml, reason } })
    await desk.call(routes.removeCampaign, { params, body: { reason } })
    const { published, draft } = await shown()
    expect([published, readCampaign(JSON.stringify(draft!.campaign)).campaign]).toEqual([null, readCampaign(yaml).campaign])
    for (const key of ['sommerlesen', 'faq'])
      expect(await desk.call(routes.addCampaignDraft, { body: { key, copied: null } })).toMatchObject({
        code: 'campaign_key_taken',
      })
    for (const key of ['sommer lesen', '-sommer', 's', 's'.repeat(61)])
      expect(await desk.call(routes.addCampaignDraft, { body: { key, copied: null } })).toMatchObject({
        field: 'key',
        message: '2 bis 60 Zeichen: kleine Buchstaben, Ziffern und Bindestriche, am Anfang kein Bindestrich.',
      })
    const copy = { key: 'herbstlesen', copied: 'sommerlesen' }
    expect(await desk.call(routes.addCampaignDraft, { body: copy })).toMatchObject({ status: 204 })
    expect(await desk.call(routes.campaignFile, { params: { key: 'herbstlesen' } })).toMatchObject({
      draft: { campaign: { key: 'herbstlesen', partner: 'Strandbad Seeblick' } },
    })
    expect(await desk.call(routes.publishCampaign, { body: { yaml, reason, seen: null } })).toMatchObject({ faults: [] })
    await desk.call(routes.deleteCampaignDraft, { params: { key: 'herbstlesen' } })
    expect(await lastEntry(db)).toMatchObject({ action: 'campaign.draft-deleted', subject_id: 'herbstlesen' })
    expect(await desk.call(routes.campaignFile, { params: { key: 'herbstlesen' } })).toMatchObject({ status: 404 })
  })

  test('removed after its last day, it leaves the end of its vouchers as it was', async () => {
    const yaml = `${await example()}\nfrom: "${today}"\nuntil: "${today}"\n`
    expect(await desk.call(routes.publishCampaign, { body: { yaml, reason } })).toMatchObject({ faults: [] })
    await removeCampaign({ ...ctx, now: () => new Date(now.getTime() + 3 * DAY_MS) }, 'sommerlesen')
    const vouchers = db.selectFrom('vouchers').select('redeemable_until').where('code', 'like', 'SEEBLICK-%')
    const ends = (await vouchers.execute()).map(({ redeemable_until }) => redeemable_until)
    const tomorrow = beginOfDayInVienna(addDays(today, 1))
    expect(ends).toEqual([tomorrow, tomorrow])
  })
})
