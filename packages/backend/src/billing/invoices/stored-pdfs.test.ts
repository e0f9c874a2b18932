import { createHash } from 'node:crypto'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Files } from '../../adapters/storage/port.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { refund } from '../refunds/refunds.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'
import { issuedInvoice } from './issued-invoices.ts'
import { anonymiseOldInvoices } from './retention.ts'
import { pathOfInvoicePdf, storedInvoicePdf, storeInvoicePdfs, storeMissingInvoicePdfs } from './stored-pdfs.ts'

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
  shop.db.selectFrom('invoice_files').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst()
const download = ({ number, headers }: Bought) => shop.api.ask(`invoice/${number}`, { headers })
const bytesOf = async (reader: Bought) => Buffer.from(await (await download(reader)).arrayBuffer())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const jobs = async () => {
  const { rows } = await sql<{ invoiceIds: number[] }>`select payload -> 'invoiceIds' as "invoiceIds"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'papers' order by j.id`.execute(shop.db)
  return rows.flatMap(({ invoiceIds }) => invoiceIds)
}

/** Simulates rendering by a new version or under another site name. */
async function drawnOtherwise<T>(work: () => Promise<T>): Promise<T> {
  const words = invoiceMessages.de as Record<string, string>
  const [before, siteName] = [words['INVOICE.PAYMENT']!, shop.api.ctx.operator.siteName]
  words['INVOICE.PAYMENT'] = 'Beglichen'
  shop.api.ctx.operator.siteName = 'Umbenannt'
  try {
    return await work()
  } finally {
    words['INVOICE.PAYMENT'] = before
    shop.api.ctx.operator.siteName = siteName
  }
}

/** Returns a context whose file storage has some calls replaced, so that they fail or wait. */
function contextWith(files: Partial<Files>) {
  return { ...shop.api.ctx, files: { ...shop.api.ctx.files, ...files } }
}

test('the transaction that issues an invoice or correction enqueues its PDF; the job renders it and stores it under its hash', async () => {
  const reader = await bought()
  expect(await jobs()).toEqual([reader.invoice.id])
  expect(await rowOf(reader.invoice.id)).toBeUndefined()
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('invoice_id', '=', reader.invoice.id)
    .executeTakeFirstOrThrow()
  const back = { attemptId: attempt.id, amount: 500, reason: 'goodwill', text: 'Erstattung' }
  const rejected = new Error('rolled back')
  const rolledBack = shop.db.transaction().execute(async (trx) => {
    await refund(trx, shop.api.ctx, back)
    throw rejected
  })
  await expect(rolledBack).rejects.toBe(rejected)
  expect(await jobs()).toHaveLength(1)
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, back))
  expect(await jobs()).toHaveLength(2)

  await storeInvoicePdfs(shop.api.ctx, await jobs())
  for (const id of await jobs()) {
    const row = (await rowOf(id))!
    const file = (await shop.api.files.read(pathOfInvoicePdf(row.sha256)))!
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(sha256(file).equals(row.sha256)).toBe(true)
    expect(row).toMatchObject({ size: file.length, unsaved_bytes: null, retired_at: null, made_at: shop.now() })
  }
  expect(pathOfInvoicePdf((await rowOf(reader.invoice.id))!.sha256)).toMatch(/^invoices\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.pdf$/)
})

describe('a stored PDF never changes', () => {
  test('when the site is renamed or a new version would render it differently', async () => {
    const reader = await bought()
    const before = await bytesOf(reader)
    await drawnOtherwise(async () => {
      expect((await bytesOf(reader)).equals(before)).toBe(true)
      const mail = await writeEmail(await lastEmail(shop.db, 'contract-confirmed'), shop.api.ctx)
      expect(mail!.attachments![0]!.content.equals(before)).toBe(true)
    })
  })

  test('the first download renders it if the job has not run yet, and the job then leaves it alone', async () => {
    const reader = await bought()
    const before = await bytesOf(reader)
    await drawnOtherwise(() => storeInvoicePdfs(shop.api.ctx, [reader.invoice.id]))
    expect((await bytesOf(reader)).equals(before)).toBe(true)
    expect(sha256(before).equals((await rowOf(reader.invoice.id))!.sha256)).toBe(true)
  })

  test('is rendered once under concurrent requests from different versions', async () => {
    const reader = await bought()
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    // A document drafted before its site name was stored: each version would print another name.
    const { siteName: _, ...snapshot } = invoice.snapshot
    const old = { ...invoice, snapshot }
    const pdfs = await Promise.all(
      Array.from({ length: 12 }, (_, each) => {
        const operator = { ...shop.api.ctx.operator, siteName: `Version ${each % 3}` }
        return storedInvoicePdf({ ...shop.api.ctx, operator }, old)
      }),
    )
    const { sha256: hash } = (await rowOf(reader.invoice.id))!
    for (const pdf of pdfs) expect(sha256(pdf!).equals(hash)).toBe(true)
    expect((await bytesOf(reader)).equals(pdfs[0]!)).toBe(true)
  })

  test('names the site as it was called when the invoice was drafted', async () => {
    const [one, two] = [await bought(), await bought()]
    const named = await bytesOf(one)
    const renamed = await drawnOtherwise(() => bytesOf(two))
    expect(two.invoice.snapshot).toMatchObject({ siteName: 'read-it' })
    for (const pdf of [named, renamed]) expect(pdf.toString('latin1')).not.toContain('Umbenannt')
    const { rows } = await sql<{ text: string }>`select text from invoice_lines where invoice_id = ${two.invoice.id}`.execute(
      shop.db,
    )
    expect(rows[0]!.text).toMatch(/^read-it PREMIUM, /)
  })
})

describe('a crash', () => {
  test('before the file is written: the row has the bytes, which are served and written later', async () => {
    const reader = await bought()
    const ctx = contextWith({ write: () => Promise.reject(new Error('no space left')) })
    const error = vi.spyOn(ctx.log, 'error')
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    const options = (await storedInvoicePdf(ctx, invoice))!
    expect(error.mock.calls[0]![0]).toMatchObject({ event: 'invoice-pdf.not-written' })
    error.mockRestore()
    expect((await rowOf(reader.invoice.id))!.unsaved_bytes?.equals(options)).toBe(true)
    await expect(storeInvoicePdfs(ctx, [reader.invoice.id])).rejects.toThrow('no space left')
    // A new version continues where the old process crashed.
    await drawnOtherwise(() => storeMissingInvoicePdfs(shop.api.ctx))
    expect((await rowOf(reader.invoice.id))!.unsaved_bytes).toBeNull()
    expect((await bytesOf(reader)).equals(options)).toBe(true)
  })

  test('after the file is written but before the row is updated: the same file is written again', async () => {
    const reader = await bought()
    const invoice = (await issuedInvoice(shop.db, reader.number, null))!
    const ctx = contextWith({
      async write(name, contents, options) {
        await shop.api.files.write(name, contents, options)
        throw new Error('killed')
      },
    })
    const options = (await storedInvoicePdf(ctx, invoice))!
    expect((await rowOf(reader.invoice.id))!.unsaved_bytes).not.toBeNull()
    await storeInvoicePdfs(shop.api.ctx, [reader.invoice.id])
    expect((await rowOf(reader.invoice.id))!.unsaved_bytes).toBeNull()
    expect((await bytesOf(reader)).equals(options)).toBe(true)
  })

  test('the nightly job renders what no job rendered, including invoices issued before PDFs were stored', async () => {
    const readers = [await bought(), await bought()]
    await forgetJobs(shop.db)
    await storeMissingInvoicePdfs(shop.api.ctx)
    for (const { invoice } of readers) expect(await rowOf(invoice.id)).toMatchObject({ unsaved_bytes: null })
    expect(await storeMissingInvoicePdfs(shop.api.ctx)).toBe(0)
  })

  test('one PDF that cannot be rendered does not block the others', async () => {
    const [one, two] = [await bought(), await bought()]
    let tries = 0
    const ctx = contextWith({
      write: (name, contents, options) =>
        ++tries === 1 ? Promise.reject(new Error('no space left')) : shop.api.files.write(name, contents, options),
    })
    expect(await storeMissingInvoicePdfs(ctx)).toBe(1)
    expect((await rowOf(one.invoice.id))!.unsaved_bytes).not.toBeNull()
    expect((await rowOf(two.invoice.id))!.unsaved_bytes).toBeNull()
  })
})

describe('a file that differs from the issued one', () => {
  const spoil = {
    lost: (place: string) => shop.api.files.remove(place),
    altered: (place: string) => shop.api.files.write(place, Buffer.from('%PDF-1.7 another amount')),
  }
  test.each(Object.entries(spoil))('is written again if the same bytes can be rendered: %s', async (_, spoiled) => {
    const reader = await bought()
    const before = await bytesOf(reader)
    const place = pathOfInvoicePdf((await rowOf(reader.invoice.id))!.sha256)
    await spoiled(place)
    const error = vi.spyOn(shop.api.ctx.log, 'error')
    expect((await bytesOf(reader)).equals(before)).toBe(true)
    expect(error.mock.calls[0]![0]).toMatchObject({ event: 'invoice-pdf.lost', invoice: reader.invoice.id })
    error.mockRestore()
    expect((await shop.api.files.read(place))!.equals(before)).toBe(true)
  })

  test.each(Object.entries(spoil))('is never replaced by a different one: %s', async (_, spoiled) => {
    const reader = await bought()
    await bytesOf(reader)
    await spoiled(pathOfInvoicePdf((await rowOf(reader.invoice.id))!.sha256))
    await drawnOtherwise(async () => expect((await download(reader)).status).toBe(500))
  })
})

test('an invoice that expires while its file is being written leaves no file behind', async () => {
  const reader = await bought()
  const invoice = (await issuedInvoice(shop.db, reader.number, null))!
  const ctx = contextWith({
    async write(name, contents, options) {
      await shop.api.files.write(name, contents, options)
      await sql`select remove_invoice_buyers(array[${invoice.id}]::bigint[], true, ${shop.now()})`.execute(shop.db)
    },
  })
  await storeInvoicePdfs(ctx, [invoice.id])
  const row = (await rowOf(invoice.id))!
  expect(row.retired_at).not.toBeNull()
  expect(await shop.api.files.read(pathOfInvoicePdf(row.sha256))).toBeNull()
})

test('past retention the file is deleted with the buyer, the hash stays, and the PDF is never rendered again', async () => {
  const reader = await bought()
  const before = await bytesOf(reader)
  await sql`update subscriptions set state = 'ended', next_charge_at = null`.execute(shop.db)
  shop.later(8 * 366)
  const removed: string[] = []
  const ctx = contextWith({
    remove: (name) => {
      removed.push(name)
      return removed.length === 1 ? Promise.reject(new Error('killed')) : shop.api.files.remove(name)
    },
  })
  await expect(anonymiseOldInvoices(ctx)).rejects.toThrow('killed')
  expect(await rowOf(reader.invoice.id)).toMatchObject({ retired_at: shop.now(), file_removed_at: null })
  await anonymiseOldInvoices(ctx)
  const row = (await rowOf(reader.invoice.id))!
  expect(row).toMatchObject({ retired_at: shop.now(), file_removed_at: shop.now(), unsaved_bytes: null, size: before.length })
  expect(row.sha256.equals(sha256(before))).toBe(true)
  expect(await shop.api.files.read(pathOfInvoicePdf(row.sha256))).toBeNull()

  const invoice = (await issuedInvoice(shop.db, reader.number, null))!
  expect(await storedInvoicePdf(shop.api.ctx, invoice)).toBeNull()
  await storeInvoicePdfs(shop.api.ctx, [invoice.id])
  await storeMissingInvoicePdfs(shop.api.ctx)
  expect(await shop.api.files.read(pathOfInvoicePdf(row.sha256))).toBeNull()
  expect(await issuedInvoice(shop.db, reader.number, reader.id)).toBeNull()
})
