import { createHash } from 'node:crypto'
import { shownCounts } from '@kiosk/domain/catalogue/terms'
import { dayInVienna } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import { houseValues } from '@kiosk/languages/content/house-values'
import { paymentLetterWords } from '@kiosk/languages/payment-letters'
import { findDocument } from '../content/document-queries.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { documentPaper, type PaperDocument } from './document-paper.ts'
import { pdfName } from './paper-name.ts'

// What goes along with the confirmation of a contract on a durable medium, kept as it was given: which edition, and its bytes.
// The row of the contract decides; it waits with its bytes until their file is written, as papers do (decisions/080).

/** In the order in which they are attached. */
const KEYS = ['terms', 'withdrawal'] as const
type Key = (typeof KEYS)[number]
type Contract = { id: number; region: number; startsAt: Date }
type Given = { name: string; content: Buffer }

/** Place of a document's file: its content is its address. */
export function placeOfDocument(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString('hex')
  return `documents/${hex.slice(0, 2)}/${hex}.pdf`
}

/**
 * Terms, instructions on withdrawal and model form as PDFs: those in force in the contract's market on its day, made now where
 * the contract was not given them yet, else the same bytes again.
 * @throws Error where a file is lost
 */
export async function contractDocuments(house: House, contract: Contract, language: Language): Promise<Given[]> {
  const given: Given[] = []
  for (const key of KEYS) {
    const row = (await rowOf(house, contract.id, key)) ?? (await give(house, contract, key, language))
    if (row) given.push({ name: nameOf(key, row.language as Language), content: await contentOf(house, row) })
  }
  return given
}

async function give(house: House, contract: Contract, key: Key, language: Language) {
  const found = await documentInForce(house, contract, key, language)
  if (!found) {
    house.log.error({ event: 'document missing', key, language }, 'a contract is confirmed without a text that belongs to it')
    return undefined
  }
  const content = await drawn(house, found, key)
  const sha256 = createHash('sha256').update(content).digest()
  const row = { subscription: contract.id, key, version: found.version, language, sha256, given_at: house.now() }
  await transact(house, async (trx) => {
    await trx
      .insertInto('given_documents')
      .values({ sha256, size: content.length, waiting: content })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
    await trx
      .insertInto('contract_documents')
      .values(row)
      .onConflict((conflict) => conflict.columns(['subscription', 'key']).doNothing())
      .execute()
  })
  return rowOf(house, contract.id, key)
}

function rowOf({ db }: House, subscription: number, key: Key) {
  return db
    .selectFrom('contract_documents as c')
    .innerJoin('given_documents as g', 'g.sha256', 'c.sha256')
    .select(['c.sha256', 'c.language', 'g.waiting'])
    .where('subscription', '=', subscription)
    .where('key', '=', key)
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

async function contentOf({ db, files }: House, { sha256, waiting }: Row): Promise<Buffer> {
  const place = placeOfDocument(sha256)
  if (waiting === null) {
    const file = await files.read(place)
    if (file === null) throw new Error(`the file ${place} of a contract is lost`)
    return file
  }
  await files.write(place, waiting, { durable: true })
  await db.updateTable('given_documents').set({ waiting: null }).where('sha256', '=', sha256).execute()
  return waiting
}

async function documentInForce(house: House, contract: Contract, key: Key, language: Language): Promise<PaperDocument | null> {
  const day = dayInVienna(contract.startsAt)
  const country = regionById(contract.region)?.country ?? 'AT'
  const { counts } = await house.shelf.seenBy({ country, showsAgeRestricted: false, day })
  const values = houseValues(house.operator, shownCounts(counts), language)
  const found = await findDocument(house.db, { key, language, region: contract.region, day }, values)
  if (!found) return null
  const { title, description, html, version } = found
  return { language, title, lead: description, html, version }
}

const MOST_DRAWN = 50
const drawnBefore = new Map<string, Promise<Buffer>>()

/** Thousands of contracts get the same text: it is drawn once. */
function drawn(house: House, document: PaperDocument, key: Key): Promise<Buffer> {
  const { siteName, company } = house.operator
  const mark = JSON.stringify([document, siteName, company, house.publicUrl])
  const known = drawnBefore.get(mark)
  if (known) return known
  if (drawnBefore.size >= MOST_DRAWN) drawnBefore.clear()
  const made = documentPaper(document, house, key === 'withdrawal')
  drawnBefore.set(mark, made)
  made.catch(() => drawnBefore.delete(mark))
  return made
}

function nameOf(key: Key, language: Language): string {
  return pdfName(paymentLetterWords[language][`LETTER.FILE_${key}`])
}
