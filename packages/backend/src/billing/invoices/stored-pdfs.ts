import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { hashedPdf } from '../../adapters/storage/port.ts'
import type { AppContext } from '../../context.ts'
import type { InvoiceFiles } from '../../db/schema.ts'
import { type IssuedInvoice, issuedInvoiceById } from './issued-invoices.ts'
import { invoicePdf } from './pdf.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Renders and stores the PDFs of issued invoices. */
    papers: { invoiceIds: number[] }
  }
}

// PDFs are rendered once. The first insert of the row wins; its bytes stay in the row until the file is written. After a crash
// between any two steps, the next process continues.

type PdfContext = Pick<AppContext, 'db' | 'files' | 'operator' | 'log' | 'now'>
type Row = Selectable<InvoiceFiles>

/** PDFs per round of the sweep. */
const BATCH_SIZE = 200

export const pathOfInvoicePdf = (sha256: Uint8Array): string => hashedPdf('invoices', sha256)

/**
 * Returns the stored PDF of an issued invoice; renders it if it does not exist yet.
 * @returns null if it is past its retention period
 * @throws Error if its file is lost or altered and cannot be rendered again with the same bytes
 */
export async function storedInvoicePdf(ctx: PdfContext, invoice: IssuedInvoice): Promise<Buffer | null> {
  const row = (await rowOf(ctx, invoice.id)) ?? (await renderPdf(ctx, invoice))
  if (row.retired_at !== null) return null
  if (row.unsaved_bytes !== null) {
    await writeFile(ctx, row, row.unsaved_bytes).catch((error: unknown) =>
      ctx.log.error(
        { event: 'invoice-pdf.not-written', err: error, invoice: invoice.id },
        'PDF of an invoice could not be written',
      ),
    )
    return row.unsaved_bytes
  }
  const file = await ctx.files.read(pathOfInvoicePdf(row.sha256))
  return file !== null && hash('sha256', file, 'buffer').equals(row.sha256) ? file : restored(ctx, invoice, row, file)
}

/** Renders missing PDFs and writes missing files. Safe to repeat. @throws Error if a file could not be written */
export async function storeInvoicePdfs(ctx: PdfContext, invoiceIds: readonly number[]): Promise<void> {
  for (const id of invoiceIds) {
    const invoice = await issuedInvoiceById(ctx.db, id)
    if (!invoice) continue
    const row = (await rowOf(ctx, id)) ?? (await renderPdf(ctx, invoice))
    if (row.unsaved_bytes !== null && row.retired_at === null) await writeFile(ctx, row, row.unsaved_bytes)
  }
}

/** Renders PDFs whose job was lost, and those of invoices issued before PDFs were stored. @returns how many */
export async function storeMissingInvoicePdfs(ctx: PdfContext): Promise<number> {
  let [count, last] = [0, 0]
  for (;;) {
    const { rows } = await sql<{ id: number }>`select i.id from invoices i left join invoice_files p on p.invoice_id = i.id
      where i.issued_at is not null and i.id > ${last} and (p.invoice_id is null or p.unsaved_bytes is not null)
      order by i.id limit ${BATCH_SIZE}`.execute(ctx.db)
    for (const { id } of rows)
      await storeInvoicePdfs(ctx, [id]).then(
        () => count++,
        (error: unknown) =>
          ctx.log.error({ event: 'invoice-pdf.missing', err: error, invoice: id }, 'PDF of an invoice is missing'),
      )
    if (rows.length < BATCH_SIZE) return count
    last = rows.at(-1)!.id
  }
}

/** Deletes the files of anonymised documents. Safe to repeat. @returns how many */
export async function removeRetiredInvoicePdfs({ db, files, now }: PdfContext): Promise<number> {
  let count = 0
  for (;;) {
    const retired = await db
      .selectFrom('invoice_files')
      .select(['invoice_id', 'sha256'])
      .where('retired_at', 'is not', null)
      .where('file_removed_at', 'is', null)
      .limit(BATCH_SIZE)
      .execute()
    for (const { invoice_id, sha256 } of retired) {
      await files.remove(pathOfInvoicePdf(sha256))
      await db
        .updateTable('invoice_files')
        .set({ file_removed_at: now() })
        .where('invoice_id', '=', invoice_id)
        .where('file_removed_at', 'is', null)
        .execute()
    }
    count += retired.length
    if (retired.length < BATCH_SIZE) return count
  }
}

export type InvoicePdfState = 'kept' | 'waits' | 'missing' | 'lost' | 'altered' | 'retired'

/**
 * Lists issued invoices with the state of their PDF; compares the file with its hash. `missing`: not rendered yet; `waits`: the
 * file is not written yet; `lost`, `altered`: the file is not the one that was issued.
 */
export async function* invoicePdfStates(
  ctx: Pick<PdfContext, 'db' | 'files'>,
): AsyncGenerator<{ number: string; state: InvoicePdfState }> {
  for (let last = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('invoices as i')
      .leftJoin('invoice_files as p', 'p.invoice_id', 'i.id')
      .select(['i.id', 'i.number', 'p.sha256', 'p.retired_at'])
      .select(({ eb }) => eb('p.unsaved_bytes', 'is not', null).as('waits'))
      .where('i.issued_at', 'is not', null)
      .where('i.id', '>', last)
      .orderBy('i.id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { number, sha256, retired_at, waits } of rows) {
      const state = !sha256 ? 'missing' : retired_at ? 'retired' : waits ? 'waits' : await fileState(ctx, sha256)
      yield { number: number!, state }
    }
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!.id
  }
}

async function fileState({ files }: Pick<PdfContext, 'files'>, sha256: Buffer): Promise<InvoicePdfState> {
  const file = await files.read(pathOfInvoicePdf(sha256))
  if (file === null) return 'lost'
  return hash('sha256', file, 'buffer').equals(sha256) ? 'kept' : 'altered'
}

function rowOf({ db }: PdfContext, invoiceId: number): Promise<Row | undefined> {
  return db.selectFrom('invoice_files').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst()
}

/** Renders a PDF and inserts its row; of concurrent inserts the first wins. */
async function renderPdf(ctx: PdfContext, invoice: IssuedInvoice): Promise<Row> {
  const bytes = await invoicePdf(invoice, ctx.operator.siteName)
  await ctx.db
    .insertInto('invoice_files')
    .values({
      invoice_id: invoice.id,
      sha256: hash('sha256', bytes, 'buffer'),
      size: bytes.length,
      made_at: ctx.now(),
      unsaved_bytes: bytes,
    })
    // No target: concurrent inserts of the same bytes may conflict on the invoice or on the hash.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await rowOf(ctx, invoice.id))!
}

async function writeFile({ db, files }: PdfContext, { invoice_id, sha256 }: Row, bytes: Buffer): Promise<void> {
  await files.write(pathOfInvoicePdf(sha256), bytes, { durable: true })
  const { numUpdatedRows } = await db
    .updateTable('invoice_files')
    .set({ unsaved_bytes: null })
    .where('invoice_id', '=', invoice_id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await files.remove(pathOfInvoicePdf(sha256))
}

/** Restores a lost file if the same bytes can be rendered again; never serves different bytes. */
async function restored(ctx: PdfContext, invoice: IssuedInvoice, row: Row, found: Buffer | null): Promise<Buffer> {
  const about = { invoice: invoice.id, altered: found !== null }
  const again = await invoicePdf(invoice, ctx.operator.siteName)
  if (!hash('sha256', again, 'buffer').equals(row.sha256)) {
    ctx.log.error(
      { event: 'invoice-pdf.lost', ...about },
      'PDF of an invoice is lost or altered and cannot be rendered identically',
    )
    throw new Error(`the PDF of invoice ${invoice.number} is lost`)
  }
  ctx.log.error({ event: 'invoice-pdf.lost', ...about }, 'PDF of an invoice was lost or altered; the identical file was restored')
  await ctx.files.write(pathOfInvoicePdf(row.sha256), again, { durable: true })
  return again
}
