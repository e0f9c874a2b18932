import { createHash } from 'node:crypto'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { dayInUtc } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Files } from '../../adapters/storage/port.ts'
import { asOwner } from '../../db/testing/database.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'
import { pathOfDocument, subscriptionDocuments } from './documents.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(async () => {
  await forgetJobs(shop.db)
  await sql`delete from documents`.execute(shop.db)
})
afterAll(() => shop.close())

async function bought(language: Language = 'de', options: { region_id?: number; plan?: number } = {}) {
  const { region_id = 1, plan = 2 } = options
  const reader = await shop.reader({ language, region_id })
  await shop.leave(reader)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  const [subscription] = await shop.contracts(reader)
  return { ...reader, contract: subscription!.id, at: subscription!.starts_at, region: region_id }
}
type Bought = Awaited<ReturnType<typeof bought>>
const documents = ({ contract: subscription, at, region }: Bought, language: Language = 'de', ctx = shop.api.ctx) =>
  subscriptionDocuments(ctx, { id: subscription, region, startsAt: at }, language)
const rowsOf = ({ contract: subscription }: Bought) =>
  shop.db
    .selectFrom('subscription_documents as c')
    .innerJoin('subscription_document_files as g', 'g.sha256', 'c.sha256')
    .selectAll('c')
    .select(['g.size', 'g.unsaved_bytes'])
    .where('subscription_id', '=', subscription)
    .orderBy('key')
    .execute()
const imported = (key: string, html: string, more: { version?: string; region_id?: number | null } = {}) =>
  shop.db
    .insertInto('documents')
    .values({ key, language: 'de', title: 'Eigene Bedingungen', html, version: '2026-01-01', ...more })
    .execute()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const contextWith = (files: Partial<Files>) => ({ ...shop.api.ctx, files: { ...shop.api.ctx.files, ...files } })

test.each([
  ['de', ['Nutzungsbedingungen.pdf', 'Widerrufsbelehrung-und-Formular.pdf']],
  ['en', ['Terms-of-use.pdf', 'Withdrawal-instructions-and-form.pdf']],
  ['fr', ['Conditions-d-utilisation.pdf', 'Retractation-et-formulaire.pdf']],
] as const)(
  'attaches terms and instructions in the language of a subscription in %s, stored by edition and content',
  async (language, names) => {
    const reader = await bought(language)
    const options = await documents(reader, language)
    expect(options.map(({ name }) => name)).toEqual(names)
    const rows = await rowsOf(reader)
    expect(rows).toMatchObject([
      { key: 'terms', version: TERMS_VERSION, language, given_at: shop.now(), unsaved_bytes: null },
      { key: 'withdrawal', version: '2026-11-22', language, given_at: shop.now(), unsaved_bytes: null },
    ])
    for (const [place, { content }] of options.entries()) {
      expect(sha256(content).equals(rows[place]!.sha256)).toBe(true)
      expect(rows[place]!.size).toBe(content.length)
      expect((await shop.api.files.read(pathOfDocument(rows[place]!.sha256)))!.equals(content)).toBe(true)
      // A tagged PDF that names its language.
      for (const part of ['/StructTreeRoot', `/Lang (${language})`]) expect(content.toString('latin1')).toContain(part)
    }
  },
)

test('stores the same text once for all subscriptions', async () => {
  const [one, two] = [await bought(), await bought()]
  const options = [await documents(one), await documents(two)]
  expect(options[0]![0]!.content.equals(options[1]![0]!.content)).toBe(true)
  expect((await rowsOf(one)).map(({ sha256: hash }) => hash)).toEqual((await rowsOf(two)).map(({ sha256: hash }) => hash))
})

describe('documents sent with a subscription', () => {
  test('stay the same when newer terms are imported, the policy changes or the operator moves', async () => {
    const reader = await bought()
    const email = await lastEmail(shop.db, 'contract-confirmed')
    const before = (await writeEmail(email, shop.api.ctx))!.attachments!
    const { operator } = shop.api
    const { street } = operator.company
    await imported('terms', '<p>Ganz andere Bedingungen.</p>')
    operator.withdrawal = 'given-up'
    operator.company.street = 'Neue Gasse 1'
    const after = (await writeEmail(email, shop.api.ctx))!.attachments!
    const newcomer = await documents(await bought())
    operator.withdrawal = 'kept'
    operator.company.street = street
    for (const [place, { content }] of before.entries()) expect(after[place]!.content.equals(content)).toBe(true)
    for (const { content } of newcomer) expect(before.some((each) => each.content.equals(content))).toBe(false)
    expect((await rowsOf(reader))[0]).toMatchObject({ key: 'terms', version: TERMS_VERSION })
  })

  test('cannot be changed', async () => {
    const reader = await bought()
    await documents(reader)
    for (const change of [
      "update subscription_documents set version = '2020-01-01'",
      'delete from subscription_documents',
      'truncate subscription_documents',
    ]) {
      await expect(sql.raw(change).execute(shop.db)).rejects.toThrow()
      await expect(asOwner(shop.db, change)).rejects.toThrow(/never/)
    }
  })
})

test('the attached documents are the edition of the market and date of the subscription', async () => {
  const day = (days: number) => dayInUtc(new Date(shop.now().getTime() + days * DAY_MS))
  await imported('terms', '<p>Für alle.</p>', { version: '2026-01-01' })
  await imported('terms', '<p>Für die Schweiz.</p>', { version: '2026-01-02', region_id: 3 })
  await imported('terms', '<p>Erst später.</p>', { version: day(1) })
  const [austrian, swiss] = [await bought(), await bought('de', { region_id: 3, plan: 8 })]
  await documents(austrian)
  await documents(swiss)
  expect((await rowsOf(austrian))[0]).toMatchObject({ version: '2026-01-01' })
  expect((await rowsOf(swiss))[0]).toMatchObject({ version: '2026-01-02' })
})

describe('crash safety', () => {
  test('keeps the bytes in the row until the file is written by the next try', async () => {
    const reader = await bought()
    await imported('terms', '<p>Wird nicht geschrieben.</p>')
    const ctx = contextWith({ write: () => Promise.reject(new Error('no space left')) })
    await expect(documents(reader, 'de', ctx)).rejects.toThrow('no space left')
    const [kept] = await rowsOf(reader)
    expect(kept!.unsaved_bytes).not.toBeNull()
    await sql`delete from documents`.execute(shop.db)
    const [terms] = await documents(reader)
    expect(sha256(terms!.content).equals(kept!.sha256)).toBe(true)
    expect((await rowsOf(reader))[0]!.unsaved_bytes).toBeNull()
  })

  test('concurrent confirmations attach the same documents', async () => {
    const reader = await bought()
    const options = await Promise.all([1, 2, 3, 4].map(() => documents(reader)))
    for (const each of options) expect(each.map(({ content }) => content)).toEqual(options[0]!.map(({ content }) => content))
  })

  test('reports a lost file and sends nothing in its place', async () => {
    await imported('terms', '<p>Geht verloren.</p>')
    const reader = await bought()
    await documents(reader)
    await shop.api.files.remove(pathOfDocument((await rowsOf(reader))[0]!.sha256))
    await expect(documents(reader)).rejects.toThrow('is lost')
  })
})
