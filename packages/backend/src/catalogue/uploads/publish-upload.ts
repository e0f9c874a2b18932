import { addDays, dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { IssueMetadata } from '@kiosk/domain/staff/upload-endpoints'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Selectable } from 'kysely'
import { RejectedPdf, type ReplacedIssue } from '../../adapters/pdf-importer.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { Uploads } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job } from '../../jobs/job.ts'
import { problemOf } from './read-upload.ts'
import { draftFolder, pdfFile } from './upload-files.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Publishes a draft when its time has come. */
    'publish-upload': { id: string }
  }
}

type Context = Pick<AppContext, 'db' | 'files' | 'log' | 'now' | 'pdfImporter'>
const PUBLISH_TRIES = 5
/** The clocks of database and server differ by less than this. */
const CLOCK_TOLERANCE_MS = SECOND_MS
/** The latest date of an issue, in days from today. A later date is a mistyped year. */
const MOST_DAYS_AHEAD = 730

/** Checks what a person decided about a draft. @throws ApiError not_found, wrong_input, changed_meanwhile */
async function checkMetadata(ctx: Context, id: string, metadata: IssueMetadata) {
  const upload = await openUpload(ctx.db, id)
  const title = await requireValid(ctx, metadata)
  const values = { metadata: JSON.stringify(metadata), issue_name: `${title}, ${metadata.name}`, changed_at: ctx.now() }
  return { values, replaced: await replacedBy(ctx, upload, metadata) }
}

/**
 * Stores what a person decided about a draft. Returns the published issue that it would replace.
 * @throws ApiError not_found, wrong_input, changed_meanwhile
 */
export async function saveMetadata(ctx: Context, id: string, metadata: IssueMetadata): Promise<ReplacedIssue | null> {
  const { values, replaced } = await checkMetadata(ctx, id, metadata)
  const { numUpdatedRows } = await ctx.db
    .updateTable('uploads')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ApiError('changed_meanwhile')
  return replaced
}

/**
 * Publishes a draft by a job, at once or at a later time.
 * @throws ApiError not_found, wrong_input, time_is_past, changed_meanwhile, other_publication
 */
export async function publishDraft(
  ctx: Context,
  actor: Actor,
  { id, metadata, publishAt }: { id: string; metadata: IssueMetadata; publishAt: Date | null },
): Promise<void> {
  if (publishAt && publishAt <= ctx.now()) throw new ApiError('time_is_past', 'publishAt')
  const { values, replaced } = await checkMetadata(ctx, id, metadata)
  if (replaced?.problem && !metadata.replacesOther) throw new ApiError('other_publication', 'replacesOther')
  await ctx.db.transaction().execute(async (trx) => {
    const upload = await trx
      .updateTable('uploads')
      // Saves the decisions of the person who publishes: somebody else may have saved others meanwhile.
      .set({
        ...values,
        state: publishAt ? 'scheduled' : 'publishing',
        publish_at: publishAt,
        published_by: JSON.stringify(actor),
        problem: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returningAll()
      .executeTakeFirst()
    if (!upload) throw new ApiError('changed_meanwhile')
    const job = { key: `publish-upload ${id}`, tries: PUBLISH_TRIES, ...(publishAt && { at: publishAt }) }
    await enqueue(trx, 'publish-upload', { id }, job)
    // Without a time, the publication itself is recorded with this person.
    if (publishAt)
      await recordAudit(trx, actor, ctx.now(), {
        action: 'upload.scheduled',
        subject: { kind: 'upload', id, name: upload.issue_name ?? upload.file_name },
        after: { publishAt: publishAt.toISOString(), replaces: replaced?.uid ?? null },
      })
  })
}

/** Makes a scheduled issue a draft again. @throws ApiError not_found, changed_meanwhile */
export async function withdrawSchedule({ db, now }: Pick<Context, 'db' | 'now'>, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw new ApiError('not_found', 'id')
    if (before.state !== 'scheduled') throw new ApiError('changed_meanwhile')
    await trx.updateTable('uploads').set({ state: 'draft', publish_at: null, changed_at: now() }).where('id', '=', id).execute()
    await recordAudit(trx, actor, now(), {
      action: 'upload.schedule-withdrawn',
      subject: { kind: 'upload', id, name: before.issue_name ?? before.file_name },
      before: { publishAt: before.publish_at?.toISOString() },
    })
  })
}

/** Removes an upload with its files, unless it is published or about to be. @throws ApiError not_found, changed_meanwhile */
export async function discardUpload({ db, now }: Pick<Context, 'db' | 'now'>, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const upload = await trx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!upload) throw new ApiError('not_found', 'id')
    if (!['receiving', 'waiting', 'draft', 'failed'].includes(upload.state)) throw new ApiError('changed_meanwhile')
    await trx.deleteFrom('uploads').where('id', '=', id).execute()
    await enqueue(trx, 'remove-upload', { id })
    await recordAudit(trx, actor, now(), {
      action: 'upload.discarded',
      subject: { kind: 'upload', id, name: upload.issue_name ?? upload.file_name },
      before: { state: upload.state, bytes: upload.bytes },
    })
  })
}

/** Publishes a draft whose time has come, unless it was withdrawn. Running again after an interruption gives one issue. */
export async function publishUpload({ id }: { id: string }, ctx: Context, job: Pick<Job, 'lastTry'>): Promise<void> {
  const { db, files, log, now, pdfImporter } = ctx
  if (!pdfImporter) throw new Error('this process has no importer')
  const due = new Date(now().getTime() + CLOCK_TOLERANCE_MS)
  const upload = await db
    .updateTable('uploads')
    .set({ state: 'publishing', changed_at: now() })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'publishing'),
        where.and([where('state', '=', 'scheduled'), where('publish_at', '<=', due)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (!upload) return
  try {
    const metadata = upload.metadata as IssueMetadata
    const place = { db, files, pdf: pdfFile(id), fileName: upload.file_name, folder: draftFolder(id) }
    const { uid } = await pdfImporter.publish({ ...place, metadata, actor: (upload.published_by as Actor | null) ?? undefined })
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('uploads')
        .set({ state: 'published', issue_uid: uid, problem: null, changed_at: now() })
        .where('id', '=', id)
        .execute()
      await enqueue(trx, 'remove-upload', { id })
    })
  } catch (error) {
    const isRejected = error instanceof RejectedPdf
    if (!isRejected && !job.lastTry) throw error
    if (!isRejected) log.error({ event: 'upload.not-published', err: error, id }, 'draft could not be published')
    await db
      .updateTable('uploads')
      .set({ state: 'draft', publish_at: null, problem: problemOf(error), changed_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'publishing')
      .execute()
  }
}

async function openUpload(db: Database, id: string): Promise<Selectable<Uploads>> {
  const upload = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  if (!upload) throw new ApiError('not_found', 'id')
  if (upload.state !== 'draft') throw new ApiError('changed_meanwhile')
  return upload
}

/** Returns the issue that a draft would replace. @throws ApiError wrong_input if the importer rejects the metadata */
export async function replacedBy(
  { db, files, pdfImporter }: Context,
  { id, file_name: fileName }: Pick<Selectable<Uploads>, 'id' | 'file_name'>,
  metadata: IssueMetadata,
): Promise<ReplacedIssue | null> {
  if (!pdfImporter) throw new ApiError('unavailable')
  try {
    return await pdfImporter.replaced({ db, files, fileName, folder: draftFolder(id), metadata })
  } catch (error) {
    if (error instanceof RejectedPdf) throw new ApiError('wrong_input')
    throw error
  }
}

/** Returns the name of the title. @throws ApiError wrong_input, not_found */
async function requireValid({ db, now }: Pick<Context, 'db' | 'now'>, metadata: IssueMetadata): Promise<string> {
  const { titleKey, newTitle, date, dateEnd, replaces } = metadata
  if ((titleKey === null) === (newTitle === null)) throw new ApiError('wrong_input', 'titleKey')
  if (date > addDays(dayInUtc(now()), MOST_DAYS_AHEAD)) throw new ApiError('wrong_input', 'date')
  if (dateEnd !== null && dateEnd <= date) throw new ApiError('wrong_input', 'dateEnd')
  if (replaces !== null) {
    const issue = await db.selectFrom('all_issues').select('id').where('uid', '=', replaces).executeTakeFirst()
    if (!issue) throw new ApiError('not_found', 'replaces')
  }
  if (newTitle) {
    const category = await db.selectFrom('categories').select('id').where('uid', '=', newTitle.category).executeTakeFirst()
    if (!category) throw new ApiError('not_found', 'category')
    return newTitle.name
  }
  const title = await db.selectFrom('titles').select('name').where('key', '=', titleKey).executeTakeFirst()
  if (!title) throw new ApiError('not_found', 'titleKey')
  return title.name
}
