import { createHash } from 'node:crypto'
import type { Language } from '@kiosk/domain/locale'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs } from '../jobs/test-jobs.ts'
import type { Files } from '../outside/files/storage.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { lastLetter } from './build-papers.ts'
import { contractDocuments, placeOfDocument } from './contract-documents.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(async () => {
  await forgetJobs(shop.db)
  await sql`delete from documents`.execute(shop.db)
})
afterAll(() => shop.close())

async function bought(language: Language = 'de', given: { region_id?: number; tariff?: number } = {}) {
  const { region_id = 1, tariff = 2 } = given
  const reader = await shop.reader({ language, region_id })
  await shop.leave(reader)
  await shop.accept(reader, tariff)
  await shop.begin(reader, tariff)
  expect((await shop.purchase(reader, tariff)).status).toBe(200)
  const [contract] = await shop.contracts(reader)
  return { ...reader, contract: contract!.id, at: contract!.starts_at, region: region_id }
}
type Bought = Awaited<ReturnType<typeof bought>>
const documents = ({ contract, at, region }: Bought, language: Language = 'de', house = shop.api.house) =>
  contractDocuments(house, { id: contract, region, startsAt: at }, language)
const rowsOf = ({ contract }: Bought) =>
  shop.db
    .selectFrom('contract_documents as c')
    .innerJoin('given_documents as g', 'g.sha256', 'c.sha256')
    .selectAll('c')
    .select(['g.size', 'g.waiting'])
    .where('subscription', '=', contract)
    .orderBy('key')
    .execute()
const imported = (key: string, html: string, more: { version?: string; region_id?: number | null } = {}) =>
  shop.db
    .insertInto('documents')
    .values({ key, language: 'de', title: 'Eigene Bedingungen', html, version: '2026-01-01', ...more })
    .execute()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const housedWith = (files: Partial<Files>) => ({ ...shop.api.house, files: { ...shop.api.house.files, ...files } })

test.each([
  ['de', ['Nutzungsbedingungen.pdf', 'Widerrufsbelehrung-und-Formular.pdf']],
  ['en', ['Terms-of-use.pdf', 'Withdrawal-instructions-and-form.pdf']],
  ['fr', ['Conditions-d-utilisation.pdf', 'Retractation-et-formulaire.pdf']],
] as const)('a contract in %s is given terms and instructions in its language, kept by edition and content', async (...row) => {
  const [language, names] = row
  const reader = await bought(language)
  const given = await documents(reader, language)
  expect(given.map(({ name }) => name)).toEqual(names)
  const rows = await rowsOf(reader)
  expect(rows).toMatchObject([
    { key: 'terms', version: '2026-11-22', language, given_at: shop.now(), waiting: null },
    { key: 'withdrawal', version: '2026-11-22', language, given_at: shop.now(), waiting: null },
  ])
  for (const [place, { content }] of given.entries()) {
    expect(sha256(content).equals(rows[place]!.sha256)).toBe(true)
    expect(rows[place]!.size).toBe(content.length)
    expect((await shop.api.files.read(placeOfDocument(rows[place]!.sha256)))!.equals(content)).toBe(true)
    // Tagged, in its language.
    for (const part of ['/StructTreeRoot', `/Lang (${language})`]) expect(content.toString('latin1')).toContain(part)
  }
})

test('the same text is one file, however many contracts it was given to', async () => {
  const [one, two] = [await bought(), await bought()]
  const given = [await documents(one), await documents(two)]
  expect(given[0]![0]!.content.equals(given[1]![0]!.content)).toBe(true)
  expect((await rowsOf(one)).map(({ sha256: hash }) => hash)).toEqual((await rowsOf(two)).map(({ sha256: hash }) => hash))
})

describe('what a contract was given stays', () => {
  test('when newer terms are imported, the policy changes or the operator moves: the letter again is the letter before', async () => {
    const reader = await bought()
    const letter = await lastLetter(shop.db, 'contract-confirmed')
    const before = (await writeLetter(letter, shop.api.house))!.attachments!
    const { operator } = shop.api
    const { street } = operator.company
    await imported('terms', '<p>Ganz andere Bedingungen.</p>')
    operator.withdrawal = 'given-up'
    operator.company.street = 'Neue Gasse 1'
    const after = (await writeLetter(letter, shop.api.house))!.attachments!
    const newcomer = await documents(await bought())
    operator.withdrawal = 'kept'
    operator.company.street = street
    for (const [place, { content }] of before.entries()) expect(after[place]!.content.equals(content)).toBe(true)
    for (const { content } of newcomer) expect(before.some((each) => each.content.equals(content))).toBe(false)
    expect((await rowsOf(reader))[0]).toMatchObject({ key: 'terms', version: '2026-11-22' })
  })

  test('whoever tries to change it', async () => {
    const reader = await bought()
    await documents(reader)
    for (const change of [
      sql`update contract_documents set version = '2020-01-01'`,
      sql`delete from contract_documents`,
      sql`truncate contract_documents`,
    ])
      await expect(change.execute(shop.db)).rejects.toThrow(/never/)
  })
})

test('a contract gets the edition of its own market and day', async () => {
  const day = (days: number) => new Date(shop.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await imported('terms', '<p>Für alle.</p>', { version: '2026-01-01' })
  await imported('terms', '<p>Für die Schweiz.</p>', { version: '2026-01-02', region_id: 3 })
  await imported('terms', '<p>Erst später.</p>', { version: day(1) })
  const [austrian, swiss] = [await bought(), await bought('de', { region_id: 3, tariff: 8 })]
  await documents(austrian)
  await documents(swiss)
  expect((await rowsOf(austrian))[0]).toMatchObject({ version: '2026-01-01' })
  expect((await rowsOf(swiss))[0]).toMatchObject({ version: '2026-01-02' })
})

describe('whatever dies in between', () => {
  test('before the file is written, the row has the bytes, and the next try writes it', async () => {
    const reader = await bought()
    await imported('terms', '<p>Wird nicht geschrieben.</p>')
    const house = housedWith({ write: () => Promise.reject(new Error('no space left')) })
    await expect(documents(reader, 'de', house)).rejects.toThrow('no space left')
    const [kept] = await rowsOf(reader)
    expect(kept!.waiting).not.toBeNull()
    await sql`delete from documents`.execute(shop.db)
    const [terms] = await documents(reader)
    expect(sha256(terms!.content).equals(kept!.sha256)).toBe(true)
    expect((await rowsOf(reader))[0]!.waiting).toBeNull()
  })

  test('two that confirm at once give the same', async () => {
    const reader = await bought()
    const given = await Promise.all([1, 2, 3, 4].map(() => documents(reader)))
    for (const each of given) expect(each.map(({ content }) => content)).toEqual(given[0]!.map(({ content }) => content))
  })

  test('a file that is lost is said to be lost: nothing else is sent in its place', async () => {
    await imported('terms', '<p>Geht verloren.</p>')
    const reader = await bought()
    await documents(reader)
    await shop.api.files.remove(placeOfDocument((await rowsOf(reader))[0]!.sha256))
    await expect(documents(reader)).rejects.toThrow('is lost')
  })
})
