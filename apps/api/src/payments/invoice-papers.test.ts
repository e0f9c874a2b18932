import { createHash } from 'node:crypto'
import { invoiceWords } from '@kiosk/languages/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetJobs } from '../jobs/test-jobs.ts'
import type { Files } from '../outside/files/storage.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { lastLetter } from './build-papers.ts'
import { forgetOldBuyers } from './forget-old-buyers.ts'
import { keepMissingPapers, keepPapers, keptPaper, placeOfPaper } from './invoice-papers.ts'
import { issuedInvoice } from './issued-invoices.ts'
import { refund } from './refunds.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

async function bought() {
  const reader = await shop.reader({ firstname: 'Mira', lastname: 'Holm' })
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  const [invoice] = await shop.invoices(reader)
  return { ...reader, invoice: invoice!, number: invoice!.number! }
}
type Bought = Awaited<ReturnType<typeof bought>>

const rowOf = (invoiceId: number) =>
  shop.db.selectFrom('invoice_papers').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst()
const download = ({ number, headers }: Bought) => shop.api.ask(`invoice/${number}`, { headers })
const bytesOf = async (reader: Bought) => Buffer.from(await (await download(reader)).arrayBuffer())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const jobs = async () => {
  const { rows } = await sql<{ invoiceIds: number[] }>`select payload -> 'invoiceIds' as "invoiceIds"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'papers' order by j.id`.execute(shop.db)
  return rows.flatMap(({ invoiceIds }) => invoiceIds)
}

/** What a new version of the program, or another name of the site, would draw. */
async function drawnOtherwise<T>(work: () => Promise<T>): Promise<T> {
  const words = invoiceWords.de as Record<string, string>
  const [before, siteName] = [words['INVOICE.PAYMENT']!, shop.api.house.operator.siteName]
  words['INVOICE.PAYMENT'] = 'Beglichen'
  shop.api.house.operator.siteName = 'Umbenannt'
  try {
    return await work()
  } finally {
    words['INVOICE.PAYMENT'] = before
    shop.api.house.operator.siteName = siteName
  }
}

/** The same storage, of which some calls fail or wait. */
function housedWith(files: Partial<Files>) {
  return { ...shop.api.house, files: { ...shop.api.house.files, ...files } }
}

test('the transaction that issues an invoice or a correction asks for its paper; the job makes and keeps it under its hash', async () => {
  const reader = await bought()
  expect(await jobs()).toEqual([reader.invoice.id])
  expect(await rowOf(reader.invoice.id)).toBeUndefined()
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('invoice_id', '=', reader.invoice.id)
    .executeTakeFirstOrThrow()
  const back = { attemptId: attempt.id, amount: 500, reason: 'goodwill', text: 'Erstattung' }
  const refused = new Error('rolled back')
  const rolledBack = shop.db.transaction().execute(async (trx) => {
    await refund(trx, shop.api.house, back)
    throw refused
  })
  await expect(rolledBack).rejects.toBe(refused)
  expect(await jobs()).toHaveLength(1)
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, back))
  expect(await jobs()).toHaveLength(2)

  await keepPapers(shop.api.house, await jobs())
  for (const id of await jobs()) {
    const row = (await rowOf(id))!
    const file = (await shop.api.files.read(placeOfPaper(row.sha256)))!
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(sha256(file).equals(row.sha256)).toBe(true)
    expect(row).toMatchObject({ size: file.length, waiting: null, retired_at: null, made_at: shop.now() })
  }
  expect(placeOfPaper((await rowOf(reader.invoice.id))!.sha256)).toMatch(/^invoices\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.pdf$/)
})

describe('a paper is the same for ever', () => {
  test('when the site takes another name, or a new version would draw it otherwise', async () => {
    const reader = await bought()
    const before = await bytesOf(reader)
    await drawnOtherwise(async () => {
      expect((await bytesOf(reader)).equals(before)).toBe(true)
      const mail = await writeLetter(await lastLetter(shop.db, 'contract-confirmed'), shop.api.house)
      expect(mail!.attachments![0]!.content.equals(before)).toBe(true)
    })
  })

  test('the first download makes it where the job has not come yet, and the job leaves it', async () => {
    const reader = await bought()
    const before = await bytesOf(reader)
    await drawnOtherwise(() => keepPapers(shop.api.house, [reader.invoice.id]))
    expect((await bytesOf(reader)).equals(before)).toBe(true)
    expect(sha256(before).equals((await rowOf(reader.invoice.id))!.sha256)).toBe(true)
  })

  test('never are two made, by whatever many at once and of whatever version', async () => {
    const reader = await bought()
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    // Drafted before the name was kept with it: each version would draw another name.
    const { siteName: _, ...snapshot } = invoice.snapshot
    const old = { ...invoice, snapshot }
    const papers = await Promise.all(
      Array.from({ length: 12 }, (_, each) => {
        const operator = { ...shop.api.house.operator, siteName: `Version ${each % 3}` }
        return keptPaper({ ...shop.api.house, operator }, old)
      }),
    )
    const { sha256: hash } = (await rowOf(reader.invoice.id))!
    for (const paper of papers) expect(sha256(paper!).equals(hash)).toBe(true)
    expect((await bytesOf(reader)).equals(papers[0]!)).toBe(true)
  })

  test('names the site as it was called when it was drafted', async () => {
    const [one, two] = [await bought(), await bought()]
    const named = await bytesOf(one)
    const renamed = await drawnOtherwise(() => bytesOf(two))
    expect(two.invoice.snapshot).toMatchObject({ siteName: 'read-it' })
    for (const paper of [named, renamed]) expect(paper.toString('latin1')).not.toContain('Umbenannt')
    const { rows } = await sql<{ text: string }>`select text from invoice_lines where invoice_id = ${two.invoice.id}`.execute(
      shop.db,
    )
    expect(rows[0]!.text).toMatch(/^read-it PREMIUM, /)
  })
})

describe('whatever dies in between', () => {
  test('before the file is written, the row has the bytes: they are given out, and written later', async () => {
    const reader = await bought()
    const house = housedWith({ write: () => Promise.reject(new Error('no space left')) })
    const error = vi.spyOn(house.log, 'error')
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    const given = (await keptPaper(house, invoice))!
    expect(error.mock.calls[0]![0]).toMatchObject({ event: 'paper waits' })
    error.mockRestore()
    expect((await rowOf(reader.invoice.id))!.waiting?.equals(given)).toBe(true)
    await expect(keepPapers(house, [reader.invoice.id])).rejects.toThrow('no space left')
    // A new version of the program goes on where the old one died.
    await drawnOtherwise(() => keepMissingPapers(shop.api.house))
    expect((await rowOf(reader.invoice.id))!.waiting).toBeNull()
    expect((await bytesOf(reader)).equals(given)).toBe(true)
  })

  test('after the file is written, before the row says so: it is written once more, the same', async () => {
    const reader = await bought()
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    const house = housedWith({
      async write(name, contents, options) {
        await shop.api.files.write(name, contents, options)
        throw new Error('killed')
      },
    })
    const given = (await keptPaper(house, invoice))!
    expect((await rowOf(reader.invoice.id))!.waiting).not.toBeNull()
    await keepPapers(shop.api.house, [reader.invoice.id])
    expect((await rowOf(reader.invoice.id))!.waiting).toBeNull()
    expect((await bytesOf(reader)).equals(given)).toBe(true)
  })

  test('the night makes what no job made, also of the time before papers were kept', async () => {
    const readers = [await bought(), await bought()]
    await forgetJobs(shop.db)
    await keepMissingPapers(shop.api.house)
    for (const { invoice } of readers) expect(await rowOf(invoice.id)).toMatchObject({ waiting: null })
    expect(await keepMissingPapers(shop.api.house)).toBe(0)
  })

  test('one paper that cannot be made does not keep the others from it', async () => {
    const [one, two] = [await bought(), await bought()]
    let tries = 0
    const house = housedWith({
      write: (name, contents, options) =>
        ++tries === 1 ? Promise.reject(new Error('no space left')) : shop.api.files.write(name, contents, options),
    })
    expect(await keepMissingPapers(house)).toBe(1)
    expect((await rowOf(one.invoice.id))!.waiting).not.toBeNull()
    expect((await rowOf(two.invoice.id))!.waiting).toBeNull()
  })
})

describe('a file that is not the one that was issued', () => {
  const spoil = {
    lost: (place: string) => shop.api.files.remove(place),
    altered: (place: string) => shop.api.files.write(place, Buffer.from('%PDF-1.7 another amount')),
  }
  test.each(Object.entries(spoil))('is written again where the same bytes can be made: %s', async (_, spoiled) => {
    const reader = await bought()
    const before = await bytesOf(reader)
    const place = placeOfPaper((await rowOf(reader.invoice.id))!.sha256)
    await spoiled(place)
    const error = vi.spyOn(shop.api.house.log, 'error')
    expect((await bytesOf(reader)).equals(before)).toBe(true)
    expect(error.mock.calls[0]![0]).toMatchObject({ event: 'paper lost', invoice: reader.invoice.id })
    error.mockRestore()
    expect((await shop.api.files.read(place))!.equals(before)).toBe(true)
  })

  test.each(Object.entries(spoil))('is never replaced by another: %s', async (_, spoiled) => {
    const reader = await bought()
    await bytesOf(reader)
    await spoiled(placeOfPaper((await rowOf(reader.invoice.id))!.sha256))
    await drawnOtherwise(async () => expect((await download(reader)).status).toBe(500))
  })
})

test('a paper whose retention comes while its file is being written leaves no file behind', async () => {
  const reader = await bought()
  const invoice = (await issuedInvoice(shop.db, reader.number, null))!
  const house = housedWith({
    async write(name, contents, options) {
      await shop.api.files.write(name, contents, options)
      await sql`select remove_invoice_buyers(array[${invoice.id}]::bigint[], true, ${shop.now()})`.execute(shop.db)
    },
  })
  await keepPapers(house, [invoice.id])
  const row = (await rowOf(invoice.id))!
  expect(row.retired_at).not.toBeNull()
  expect(await shop.api.files.read(placeOfPaper(row.sha256))).toBeNull()
})

test('when the law keeps a paper no longer, its file goes with its buyer and the hash stays; it is never made again', async () => {
  const reader = await bought()
  const before = await bytesOf(reader)
  await sql`update subscriptions set state = 'ended', next_charge_at = null`.execute(shop.db)
  shop.later(8 * 366)
  const removed: string[] = []
  const house = housedWith({
    remove: (name) => {
      removed.push(name)
      return removed.length === 1 ? Promise.reject(new Error('killed')) : shop.api.files.remove(name)
    },
  })
  await expect(forgetOldBuyers(house)).rejects.toThrow('killed')
  expect(await rowOf(reader.invoice.id)).toMatchObject({ retired_at: shop.now(), file_removed_at: null })
  await forgetOldBuyers(house)
  const row = (await rowOf(reader.invoice.id))!
  expect(row).toMatchObject({ retired_at: shop.now(), file_removed_at: shop.now(), waiting: null, size: before.length })
  expect(row.sha256.equals(sha256(before))).toBe(true)
  expect(await shop.api.files.read(placeOfPaper(row.sha256))).toBeNull()

  const invoice = (await issuedInvoice(shop.db, reader.number, null))!
  expect(await keptPaper(shop.api.house, invoice)).toBeNull()
  await keepPapers(shop.api.house, [invoice.id])
  await keepMissingPapers(shop.api.house)
  expect(await shop.api.files.read(placeOfPaper(row.sha256))).toBeNull()
  expect(await issuedInvoice(shop.db, reader.number, reader.id)).toBeNull()
})
