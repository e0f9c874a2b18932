import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import * as declared from '@kiosk/domain/staff/upload-endpoints'
import { REJECTED_FILE_DAYS, UPLOAD_ROWS } from '@kiosk/domain/staff/upload-limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { ReplacedIssue } from '../../adapters/pdf-importer.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { textOfArticle } from '../../reading/article-text.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { categoriesWithNames } from '../queries.ts'
import { discardUpload, publishDraft, replacedBy, saveMetadata, withdrawSchedule } from './publish-upload.ts'
import { readContents } from './read-upload.ts'
import { type SameFile, sameFileOf } from './same-file.ts'
import { nameFor, suggestMetadata } from './suggest-metadata.ts'
import { draftFolder } from './upload-files.ts'

export const list = defineDeskHandler(declared.uploads, async ({ ctx, session }) => {
  const rows = await selectUploads(ctx.db).orderBy('u.created_at', 'desc').limit(UPLOAD_ROWS).execute()
  const sameFile = await sameFileOf(ctx.db, rows)
  const shown = rows.map((row) => present(row, session.staffId, sameFile(row)))
  return { uploads: shown, rejected: await rejectedFiles(ctx) }
})

async function rejectedFiles({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const rows = await db
    .selectFrom('imports')
    .select(['sha256 as id', 'file_name as fileName', 'reason', 'finished_at'])
    .where('state', '=', 'refused')
    .where('finished_at', '>', new Date(now().getTime() - REJECTED_FILE_DAYS * DAY_MS))
    .orderBy('finished_at', 'desc')
    .limit(UPLOAD_ROWS)
    .execute()
  return rows.map(({ finished_at, reason, ...row }) => ({ ...row, reason: reason ?? '', at: finished_at!.toISOString() }))
}

export const show = defineDeskHandler(declared.upload, async ({ ctx, session, language, input }) => {
  const { db, files } = ctx
  const row = await selectUploads(db).where('u.id', '=', input.id).executeTakeFirst()
  const contents = row && (await readContents(files, input.id))
  if (!row || !contents) throw new ApiError('not_found', 'id')
  const kept = row.metadata as declared.IssueMetadata | null
  const { metadata, suggestedName } = await suggestMetadata(db, contents, row.replaces_uid, kept)
  const title = metadata.titleKey
    ? await db.selectFrom('titles').select('name').where('key', '=', metadata.titleKey).executeTakeFirst()
    : null
  const canReplace = metadata.titleKey === null || title
  const replaced = canReplace ? await replacedBy(ctx, row, metadata).catch(noneIfRejected) : null
  return {
    upload: present(row, session.staffId, (await sameFileOf(db, [row]))(row)),
    metadata,
    suggestedName,
    title: title?.name ?? metadata.newTitle?.name ?? contents.suggestion.title,
    textLayer: contents.textLayer,
    pages: contents.pages,
    articles: contents.articles.map(({ html, ...article }) => article),
    replaces: presentReplaced(replaced),
    categories: (await categoriesWithNames(db)).map(({ uid, names }) => ({ uid, name: names[language] ?? uid })),
  }
})

export const article = defineDeskHandler(declared.uploadArticle, async ({ ctx, input }) => {
  const found = (await readContents(ctx.files, input.id))?.articles[input.article]
  if (!found) throw new ApiError('not_found', 'article')
  return { text: textOfArticle(found.html) }
})

export const picture = defineDeskHandler(declared.uploadPicture, async ({ ctx, input }) => {
  const { id, page, size } = input
  const width = size === 'thumbnail' ? THUMBNAIL_WIDTH_PIXELS : READING_WIDTH_PIXELS
  const contents = await ctx.files.read(`${draftFolder(id)}pages/${page}-${width}.webp`)
  if (!contents) throw new ApiError('not_found', 'page')
  return new Response(new Uint8Array(contents), {
    headers: { 'content-type': 'image/webp', 'cache-control': cacheControl('draftPicture') },
  })
})

export const save = defineDeskHandler(declared.saveUpload, async ({ ctx, input }) => {
  const { id, ...metadata } = input
  const replaces = presentReplaced(await saveMetadata(ctx, id, metadata))
  const contents = await readContents(ctx.files, id)
  return { replaces, suggestedName: contents && (await nameFor(ctx.db, contents, metadata)) }
})

export const publish = defineDeskHandler(declared.publishUpload, async ({ ctx, actor, input }) => {
  const { id, publishAt, ...metadata } = input
  await publishDraft(ctx, actor, { id, metadata, publishAt: publishAt === null ? null : new Date(publishAt) })
  return undefined
})

export const withdraw = defineDeskHandler(declared.withdrawUpload, async ({ ctx, actor, input }) => {
  await withdrawSchedule(ctx, actor, input.id)
  return undefined
})

export const discard = defineDeskHandler(declared.discardUpload, async ({ ctx, actor, input }) => {
  await discardUpload(ctx, actor, input.id)
  return undefined
})

/** What was suggested may be incomplete, or this server may have no importer; a person cannot publish such a draft. */
function noneIfRejected(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

const presentReplaced = (found: ReplacedIssue | null) => found && { ...found, shownFrom: found.shownFrom?.toISOString() ?? null }

function selectUploads(db: Database) {
  return db
    .selectFrom('uploads as u')
    .innerJoin('staff as s', 's.id', 'u.staff_id')
    .select(['u.id', 'u.staff_id', 'u.file_name', 'u.bytes', 'u.received', 'u.state', 'u.page_count', 'u.pages_done'])
    .select([
      'u.metadata',
      'u.issue_name',
      'u.replaces_uid',
      'u.issue_uid',
      'u.publish_at',
      'u.problem',
      'u.created_at',
      'u.sha256',
    ])
    .select('s.name as by')
}
type Row = Awaited<ReturnType<ReturnType<typeof selectUploads>['executeTakeFirstOrThrow']>>

function present(row: Row, staffId: number, sameFile: SameFile): declared.Upload {
  return {
    id: row.id,
    fileName: row.file_name,
    bytes: row.bytes,
    received: row.received,
    state: row.state as declared.Upload['state'],
    by: row.by,
    isMine: row.staff_id === staffId,
    createdAt: row.created_at.toISOString(),
    pages: row.page_count,
    pagesDone: row.pages_done,
    issue: row.issue_name,
    uid: row.issue_uid,
    publishAt: row.publish_at?.toISOString() ?? null,
    problem: row.problem as declared.Upload['problem'],
    sameFile,
  }
}
