import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { InvoicePapers } from '../database/schema.ts'
import type { House } from '../house.ts'
import { invoicePaper } from './invoice-paper.ts'
import { type IssuedInvoice, issuedInvoiceById } from './issued-invoices.ts'

// Papers are made once. The row decides: whoever inserts it first has made the paper, and its bytes wait in the row until their
// file is written. A process may die between any two lines here; the next one goes on.

type Keeper = Pick<House, 'db' | 'files' | 'operator' | 'log' | 'now'>
type Row = Selectable<InvoicePapers>

/** How many papers one round of the sweep looks at. */
const BATCH = 200

/** Place of a paper's file: its content is its address. */
export function placeOfPaper(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString('hex')
  return `invoices/${hex.slice(0, 2)}/${hex}.pdf`
}

/**
 * The PDF of an issued invoice as it was made once; made now where it has not been.
 * @returns null where the law keeps it no longer
 * @throws Error where its file is lost or altered and cannot be made again with the same bytes
 */
export async function keptPaper(house: Keeper, invoice: IssuedInvoice): Promise<Buffer | null> {
  const row = (await rowOf(house, invoice.id)) ?? (await makePaper(house, invoice))
  if (row.retired_at !== null) return null
  if (row.waiting !== null) {
    await writeFile(house, row, row.waiting).catch((error: unknown) =>
      house.log.error({ event: 'paper waits', err: error, invoice: invoice.id }, 'the file of an invoice could not be written'),
    )
    return row.waiting
  }
  const file = await house.files.read(placeOfPaper(row.sha256))
  return file !== null && hashOf(file).equals(row.sha256) ? file : restored(house, invoice, row, file)
}

/** Makes papers that were not made yet, and writes files that are missing. Any number of times. @throws Error where a file could not be written */
export async function keepPapers(house: Keeper, invoiceIds: readonly number[]): Promise<void> {
  for (const id of invoiceIds) {
    const invoice = await issuedInvoiceById(house.db, id)
    if (!invoice) continue
    const row = (await rowOf(house, id)) ?? (await makePaper(house, invoice))
    if (row.waiting !== null && row.retired_at === null) await writeFile(house, row, row.waiting)
  }
}

/** Makes the papers whose job was lost, and those of invoices that were issued before papers were kept. @returns how many */
export async function keepMissingPapers(house: Keeper): Promise<number> {
  let [count, last] = [0, 0]
  for (;;) {
    const { rows } = await sql<{ id: number }>`select i.id from invoices i left join invoice_papers p on p.invoice_id = i.id
      where i.issued_at is not null and i.id > ${last} and (p.invoice_id is null or p.waiting is not null)
      order by i.id limit ${BATCH}`.execute(house.db)
    for (const { id } of rows)
      await keepPapers(house, [id]).then(
        () => count++,
        (error: unknown) =>
          house.log.error({ event: 'paper missing', err: error, invoice: id }, 'the paper of an invoice is missing'),
      )
    if (rows.length < BATCH) return count
    last = rows.at(-1)!.id
  }
}

/** Removes the files of papers that were retired. Any number of times. @returns how many */
export async function removeRetiredPapers({ db, files, now }: Keeper): Promise<number> {
  let count = 0
  for (;;) {
    const retired = await db
      .selectFrom('invoice_papers')
      .select(['invoice_id', 'sha256'])
      .where('retired_at', 'is not', null)
      .where('file_removed_at', 'is', null)
      .limit(BATCH)
      .execute()
    for (const { invoice_id, sha256 } of retired) {
      await files.remove(placeOfPaper(sha256))
      await db
        .updateTable('invoice_papers')
        .set({ file_removed_at: now() })
        .where('invoice_id', '=', invoice_id)
        .where('file_removed_at', 'is', null)
        .execute()
    }
    count += retired.length
    if (retired.length < BATCH) return count
  }
}

export type PaperState = 'kept' | 'waits' | 'missing' | 'lost' | 'altered' | 'retired'

/**
 * Every issued invoice with the state of its paper, its file compared with its hash. `missing`: not made yet; `waits`: its file
 * is not written yet; `lost`, `altered`: its file is not the one that was issued.
 */
export async function* paperStates(house: Pick<Keeper, 'db' | 'files'>): AsyncGenerator<{ number: string; state: PaperState }> {
  for (let last = 0; ; ) {
    const rows = await house.db
      .selectFrom('invoices as i')
      .leftJoin('invoice_papers as p', 'p.invoice_id', 'i.id')
      .select(['i.id', 'i.number', 'p.sha256', 'p.retired_at'])
      .select(({ eb }) => eb('p.waiting', 'is not', null).as('waits'))
      .where('i.issued_at', 'is not', null)
      .where('i.id', '>', last)
      .orderBy('i.id')
      .limit(BATCH)
      .execute()
    for (const { number, sha256, retired_at, waits } of rows) {
      const state = !sha256 ? 'missing' : retired_at ? 'retired' : waits ? 'waits' : await fileState(house, sha256)
      yield { number: number!, state }
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}

async function fileState({ files }: Pick<Keeper, 'files'>, sha256: Buffer): Promise<PaperState> {
  const file = await files.read(placeOfPaper(sha256))
  if (file === null) return 'lost'
  return hashOf(file).equals(sha256) ? 'kept' : 'altered'
}

function rowOf({ db }: Keeper, invoiceId: number): Promise<Row | undefined> {
  return db.selectFrom('invoice_papers').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst()
}

/** Where two make it at once, the first one's paper is the paper. */
async function makePaper(house: Keeper, invoice: IssuedInvoice): Promise<Row> {
  const bytes = await invoicePaper(invoice, house.operator.siteName)
  await house.db
    .insertInto('invoice_papers')
    .values({ invoice_id: invoice.id, sha256: hashOf(bytes), size: bytes.length, made_at: house.now(), waiting: bytes })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute()
  return (await rowOf(house, invoice.id))!
}

async function writeFile({ db, files }: Keeper, { invoice_id, sha256 }: Row, bytes: Buffer): Promise<void> {
  await files.write(placeOfPaper(sha256), bytes, { durable: true })
  const { numUpdatedRows } = await db
    .updateTable('invoice_papers')
    .set({ waiting: null })
    .where('invoice_id', '=', invoice_id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await files.remove(placeOfPaper(sha256))
}

/** A lost file comes back where the same bytes can be made again; other bytes are never given out for it. */
async function restored(house: Keeper, invoice: IssuedInvoice, row: Row, found: Buffer | null): Promise<Buffer> {
  const about = { event: 'paper lost', invoice: invoice.id, altered: found !== null }
  const again = await invoicePaper(invoice, house.operator.siteName)
  if (!hashOf(again).equals(row.sha256)) {
    house.log.error(about, 'the file of an invoice is not the one that was issued, and cannot be made again')
    throw new Error(`the paper of invoice ${invoice.number} is lost`)
  }
  house.log.error(about, 'the file of an invoice was not the one that was issued; the same bytes were written again')
  await house.files.write(placeOfPaper(row.sha256), again, { durable: true })
  return again
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
