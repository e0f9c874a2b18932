import { createHash } from 'node:crypto'
import { dayInVienna } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import { LRUCache } from 'lru-cache'
import { hashedPdf } from '../../adapters/storage/port.ts'
import { findDocument } from '../../content/document-queries.ts'
import { textValues } from '../../content/text-values.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { subscriptionEmailMessages } from '../emails/messages.ts'
import { pdfName } from '../invoices/document-name.ts'
import { documentPdf, type SubscriptionDocument } from './document-pdf.ts'

// Documents attached to the order confirmation, a durable medium; edition and bytes are stored as sent. The subscription's row
// decides which document was sent; a row keeps the bytes until their file is written, as with invoices (ADR-0080).

/** Keys of the documents, in the order of the attachments. */
const KEYS = ['terms', 'withdrawal'] as const
type Key = (typeof KEYS)[number]
type Subscription = { id: number; region: number; startsAt: Date }
type Attachment = { name: string; content: Buffer }

export const pathOfDocument = (sha256: Uint8Array): string => hashedPdf('documents', sha256)

/**
 * Returns terms, withdrawal instructions and model form as PDFs: for the first time those in force in the subscription's market
 * on its date, later the same bytes again.
 * @throws Error if a file is lost
 */
export async function subscriptionDocuments(
  ctx: AppContext,
  subscription: Subscription,
  language: Language,
): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const key of KEYS) {
    const row = (await rowOf(ctx, subscription.id, key)) ?? (await give(ctx, subscription, key, language))
    if (row) attachments.push({ name: nameOf(key, row.language as Language), content: await contentOf(ctx, row) })
  }
  return attachments
}

async function give(ctx: AppContext, subscription: Subscription, key: Key, language: Language) {
  const found = await documentInForce(ctx, subscription, key, language)
  if (!found) {
    ctx.log.error(
      { event: 'confirmation.document-missing', key, language },
      'order confirmation is sent without one of its legal texts',
    )
    return undefined
  }
  const content = await renderOnce(ctx, found, key)
  const sha256 = createHash('sha256').update(content).digest()
  const row = { subscription_id: subscription.id, key, version: found.version, language, sha256, given_at: ctx.now() }
  await transact(ctx, async (trx) => {
    await trx
      .insertInto('subscription_document_files')
      .values({ sha256, size: content.length, unsaved_bytes: content })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
    await trx
      .insertInto('subscription_documents')
      .values(row)
      .onConflict((conflict) => conflict.columns(['subscription_id', 'key']).doNothing())
      .execute()
  })
  return rowOf(ctx, subscription.id, key)
}

function rowOf({ db }: Pick<AppContext, 'db'>, subscription: number, key: Key) {
  return db
    .selectFrom('subscription_documents as c')
    .innerJoin('subscription_document_files as g', 'g.sha256', 'c.sha256')
    .select(['c.sha256', 'c.language', 'g.unsaved_bytes'])
    .where('subscription_id', '=', subscription)
    .where('key', '=', key)
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

async function contentOf({ db, files }: Pick<AppContext, 'db' | 'files'>, { sha256, unsaved_bytes }: Row): Promise<Buffer> {
  const path = pathOfDocument(sha256)
  if (unsaved_bytes === null) {
    const file = await files.read(path)
    if (file === null) throw new Error(`the file ${path} of a subscription is lost`)
    return file
  }
  await files.write(path, unsaved_bytes, { durable: true })
  await db.updateTable('subscription_document_files').set({ unsaved_bytes: null }).where('sha256', '=', sha256).execute()
  return unsaved_bytes
}

async function documentInForce(
  ctx: Pick<AppContext, 'db' | 'operator' | 'payments' | 'identity' | 'catalogueCache'>,
  subscription: Subscription,
  key: Key,
  language: Language,
): Promise<SubscriptionDocument | null> {
  const day = dayInVienna(subscription.startsAt)
  const country = regionById(subscription.region)?.country ?? 'AT'
  const { counts } = await ctx.catalogueCache.forViewer({ country, showsAgeRestricted: false, day })
  const values = textValues(ctx, counts, language, subscription.region)
  const found = await findDocument(ctx.db, { key, language, region: subscription.region, day, at: subscription.startsAt }, values)
  if (!found) return null
  const { title, description, html, version } = found
  return { language, title, lead: description, html, version }
}

const MOST_RENDERED = 50
const renderedPdfs = new LRUCache<string, Promise<Buffer>>({ max: MOST_RENDERED })

/** Renders a document once, because thousands of subscriptions get the same text. */
function renderOnce(ctx: Pick<AppContext, 'operator' | 'publicUrl'>, document: SubscriptionDocument, key: Key): Promise<Buffer> {
  const { siteName, company } = ctx.operator
  const mark = JSON.stringify([document, siteName, company, ctx.publicUrl])
  const known = renderedPdfs.get(mark)
  if (known) return known
  const made = documentPdf(document, ctx, key === 'withdrawal')
  renderedPdfs.set(mark, made)
  made.catch(() => renderedPdfs.delete(mark))
  return made
}

function nameOf(key: Key, language: Language): string {
  return pdfName(subscriptionEmailMessages[language][`EMAIL.FILE_${key}`])
}
