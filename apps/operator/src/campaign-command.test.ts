import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { reductionBy } from '@kiosk/backend/billing/plans/vouchers'
import { readCampaign } from '@kiosk/backend/campaigns/read-campaign'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { campaignPage } from '@kiosk/domain/campaigns/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const sample = fileURLToPath(new URL('../../../docs/campaign.yaml', import.meta.url))
let connection: Connection
let api: TestApi
let folder: string
const output = printedLines(() => connection.url)
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { requestsPerMinute: 0 })
  folder = await mkdtemp(join(tmpdir(), 'campaigns-'))
})
afterAll(async () => {
  await api.close()
  await connection.close()
  await rm(folder, { recursive: true })
})

/** Waits until the server has received the database's notification and dropped its cached responses. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, 5000)

async function file(name: string, changed: object): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify({ ...readCampaign(await readFile(sample, 'utf8')).campaign, ...changed }))
  return path
}

test('publishes a campaign from one data file, and the price on its button is charged', async () => {
  expect(await runCommand(['campaign', 'check', sample])).toBe(0)
  expect(await api.errorOf('campaign/page/sommerlesen')).toMatchObject({ status: 404 })
  expect(await runCommand(['campaign', 'import', sample])).toBe(0)
  expect(output).toEqual(['/sommerlesen has no errors.', 'Live at /sommerlesen, with SEEBLICK-AT, SEEBLICK-DE.'])
  const page = await api.answer(campaignPage, 'campaign/page/sommerlesen')
  const offer = page.offers.find(({ region }) => region === 2)!
  const reduction = await reductionBy(connection.db, api.ctx, {
    code: offer.voucherCode,
    plan: offer.id,
    accountId: 0,
    now: new Date(),
  })
  expect(reduction).toMatchObject({ kind: 'campaign', price: offer.voucherPrice, charges: offer.duration })
})

test('an import with the same key replaces the campaign', async () => {
  const again = await file('again.json', { partner: 'Freibad', offers: [] })
  expect(await runCommand(['campaign', 'import', again])).toBe(0)
  await soon(async () =>
    expect(await api.answer(campaignPage, 'campaign/page/sommerlesen')).toMatchObject({ partner: 'Freibad', offers: [] }),
  )
})

import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

test('reports errors with their position and publishes nothing', async () => {
  const wrong = await file('wrong.json', {
    key: 'kaputt',
    colours: { paper: '#ffffff', ink: '#eeeeee', accent: '#0e6076', onAccent: '#ffffff' },
    offers: [{ region: 1, id: 5, voucherPrice: 299, duration: 3, voucherCode: 'KAPUTT' }],
  })
  expect(await runCommand(['campaign', 'import', wrong])).toBe(1)
  expect(output).toEqual([
    `${wrong}: offers.0.id: This plan is not sold in this market. Its plans: 10 MAGZ, 2 PREMIUM.`,
    `${wrong}: colours.ink: Hard to read: the contrast with the ground is below 4.5.`,
  ])
  expect(await api.errorOf('campaign/page/kaputt')).toMatchObject({ status: 404 })
})

test('rejects the path of another page and the code of another voucher', async () => {
  const ids = { kind: 'voucher', plan_ids: [2], price: 399 }
  await connection.db
    .insertInto('vouchers')
    .values({ code: 'FREMD-AT', ...ids })
    .execute()
  const offers = [{ region: 1, id: 2, voucherPrice: 299, duration: 3, voucherCode: 'FREMD-AT' }]
  const taken = await file('taken.json', { key: 'faq', offers })
  expect(await runCommand(['campaign', 'import', taken])).toBe(1)
  expect(output).toEqual([
    `${taken}: key: /faq is another page.`,
    `${taken}: offers.0.voucherCode: FREMD-AT is a voucher of another kind (voucher).`,
  ])
})

test('rejects a last day that is over and the code of another campaign, whose price stays', async () => {
  expect(await runCommand(['campaign', 'import', sample])).toBe(0)
  const [offer] = readCampaign(await readFile(sample, 'utf8')).campaign!.offers
  const offers = [{ ...offer, voucherPrice: 99 }]
  const late = await file('late.json', { key: 'zu-spaet', offers, from: '2026-05-01', until: '2026-05-31' })
  output.length = 0
  expect(await runCommand(['campaign', 'import', late])).toBe(1)
  expect(output).toEqual([
    `${late}: until: The last day is over, so the vouchers could not be redeemed.`,
    `${late}: offers.0.voucherCode: SEEBLICK-AT is the voucher of /sommerlesen.`,
  ])
  const options = { code: 'SEEBLICK-AT', plan: 2, accountId: 0, now: new Date() }
  expect(await reductionBy(connection.db, api.ctx, options)).toMatchObject({ price: offer!.voucherPrice })
})

test('a voucher lasts as long as its campaign offers it', async () => {
  expect(await runCommand(['campaign', 'import', sample])).toBe(0)
  output.length = 0
  expect(await runCommand(['voucher', 'end', 'SEEBLICK-DE'])).toBe(1)
  expect(output).toEqual(['/sommerlesen promises the price of SEEBLICK-DE: "campaign remove sommerlesen" ends page and voucher.'])
  const reduction = (code: string, plan: number) =>
    reductionBy(connection.db, api.ctx, { code, plan, accountId: 0, now: new Date() })
  expect(await reduction('SEEBLICK-DE', 5)).toMatchObject({ price: 299 })
  const [austria] = readCampaign(await readFile(sample, 'utf8')).campaign!.offers
  expect(await runCommand(['campaign', 'import', await file('austria.json', { offers: [austria] })])).toBe(0)
  await expect(reduction('SEEBLICK-DE', 5)).rejects.toMatchObject({ code: 'voucher_invalid' })
  expect(await reduction('SEEBLICK-AT', 2)).toMatchObject({ price: 299 })
})

test('its HTML has no script', async () => {
  const { words } = (await api.answer(campaignPage, 'campaign/page/sommerlesen')) as { words: Record<string, object> }
  const facts = [{ title: 'Steg', contentHTML: '<p onclick="x()">Holz<script>alert(1)</script><img src=x onerror=x()></p>' }]
  const html = await file('html.json', { key: 'steg', offers: [], words: { ...words, de: { ...words.de, facts } } })
  expect(await runCommand(['campaign', 'import', html])).toBe(0)
  const page = await api.answer(campaignPage, 'campaign/page/steg')
  expect(page.words.de.facts).toEqual([{ title: 'Steg', contentHTML: '<p>Holz</p>' }])
})

test('removes a campaign and ends its vouchers', async () => {
  expect(await runCommand(['campaign', 'import', sample])).toBe(0)
  expect(await runCommand(['campaign', 'remove', 'sommerlesen'])).toBe(0)
  expect(await runCommand(['campaign', 'remove', 'sommerlesen'])).toBe(1)
  await soon(async () => expect(await api.errorOf('campaign/page/sommerlesen')).toMatchObject({ status: 404 }))
  const options = { code: 'SEEBLICK-AT', plan: 2, accountId: 0, now: new Date() }
  await expect(reductionBy(connection.db, api.ctx, options)).rejects.toMatchObject({ code: 'voucher_invalid' })
})

test('counts sales by voucher and attribution, in cells without formulas and control characters', async () => {
  const account = await createAccount(connection.db)
  const attribution = {
    utmSource: '=HYPERLINK("x")',
    utmMedium: '\u001b[2J\tpost',
    utmCampaign: 'herbst',
    referrer: 'https://club.example/',
  }
  for (const state of ['paid', 'failed'] as const) {
    const { id } = await connection.db
      .insertInto('subscriptions')
      .values({
        account_id: account.id,
        plan_id: 2,
        regular_price: 1999,
        state: 'ended',
        starts_at: new Date(),
        ends_at: new Date(),
        attribution: JSON.stringify(attribution),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [starts_at, ends_at] = [new Date('2026-03-01'), new Date('2026-03-31')]
    await connection.db
      .insertInto('periods')
      .values({ subscription_id: id, sequence: 1, starts_at, ends_at, price: 299, state })
      .execute()
  }
  expect(await runCommand(['campaign', 'sales'])).toBe(0)
  expect(output).toEqual([
    'voucher\tsource\tmedium\tcampaign\tcontent\tsubscriptions',
    `\t'=HYPERLINK("x")\t [2J post\therbst\t\t1`,
  ])
})
