import { cacheControl } from '@kiosk/domain/cache-rules'
import type { Frequency } from '@kiosk/domain/catalogue/frequency'
import { categoryOfNewTitles } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { FALLBACK_LANGUAGE } from '@kiosk/domain/locale'
import { READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import * as declared from '@kiosk/domain/staff/upload-endpoints'
import { REJECTED_FILE_DAYS, UPLOAD_ROWS } from '@kiosk/domain/staff/upload-limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { DraftContents, ReplacedIssue } from '../../adapters/pdf-importer.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { textOfArticle } from '../../reading/article-text.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { categoriesWithNames } from '../queries.ts'
import { titleNamedLike } from '../same-title.ts'
import { discardUpload, publishDraft, replacedBy, saveMetadata, withdrawSchedule } from './publish-upload.ts'
import { readContents } from './read-upload.ts'
import { isMachineDate, suggestIssueName } from './suggest-issue-name.ts'
import { draftFolder } from './upload-files.ts'

export const list = defineDeskHandler(declared.uploads, async ({ ctx, session }) => {
  const rows = await selectUploads(ctx.db).orderBy('u.created_at', 'desc').limit(UPLOAD_ROWS).execute()
  return { uploads: rows.map((row) => present(row, session.staffId)), rejected: await rejectedFiles(ctx) }
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
  const asRead = kept ?? (await suggested(db, contents, row.replaces_uid))
  const suggestedName = await nameFor(db, contents, asRead)
  const metadata = kept ?? { ...asRead, name: suggestedName ?? asRead.name }
  const title = metadata.titleKey
    ? await db.selectFrom('titles').select('name').where('key', '=', metadata.titleKey).executeTakeFirst()
    : null
  const canReplace = metadata.titleKey === null || title
  return {
    upload: present(row, session.staffId),
    metadata,
    suggestedName,
    title: title?.name ?? metadata.newTitle?.name ?? contents.suggestion.title,
    textLayer: contents.textLayer,
    pages: contents.pages,
    importedAs: contents.importedAs,
    articles: contents.articles.map(({ html, ...article }) => article),
    replaces: canReplace ? presentReplaced(await replacedBy(ctx, row, metadata).catch(() => null)) : null,
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

const presentReplaced = (found: ReplacedIssue | null) => found && { ...found, shownFrom: found.shownFrom?.toISOString() ?? null }

function selectUploads(db: Database) {
  return db
    .selectFrom('uploads as u')
    .innerJoin('staff as s', 's.id', 'u.staff_id')
    .select(['u.id', 'u.staff_id', 'u.file_name', 'u.bytes', 'u.received', 'u.state', 'u.page_count', 'u.pages_done'])
    .select(['u.metadata', 'u.issue_name', 'u.replaces_uid', 'u.issue_uid', 'u.publish_at', 'u.problem', 'u.created_at'])
    .select('s.name as by')
}
type Row = Awaited<ReturnType<ReturnType<typeof selectUploads>['executeTakeFirstOrThrow']>>

function present(row: Row, staffId: number): declared.Upload {
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
  }
}

/** What the form shows at first: the issue that is to be replaced, or what the file suggests. */
async function suggested(db: Database, { suggestion }: DraftContents, replaces: string | null): Promise<declared.IssueMetadata> {
  const { title: name, ...metadata } = suggestion
  if (replaces) {
    const issue = await db
      .selectFrom('all_issues as i')
      .innerJoin('titles as t', 't.id', 'i.title_id')
      .select(['t.key', 'i.name', 'i.number', 'i.issue_date', 'i.issue_date_end', 'i.kind', 'i.edition', 'i.language'])
      .select(['i.headline', 'i.description'])
      .where('i.uid', '=', replaces)
      .executeTakeFirst()
    if (issue)
      return {
        titleKey: issue.key,
        newTitle: null,
        name: issue.name,
        number: issue.number,
        date: issue.issue_date,
        dateEnd: issue.issue_date_end,
        kind: issue.kind as declared.IssueMetadata['kind'],
        edition: issue.edition,
        language: issue.language,
        headline: issue.headline,
        description: issue.description,
        replaces,
        replacesOther: false,
      }
  }
  const known = await db.selectFrom('titles').select('key').where('key', '=', metadata.titleKey).executeTakeFirst()
  const titleKey = known?.key ?? (await titleNamedLike(db, name))
  if (titleKey !== null) return { ...metadata, titleKey }
  const categories = await categoriesWithNames(db)
  const category = categoryOfNewTitles(categories.map(({ uid }) => uid))
  const newTitle = { name, kind: 'magazine', country: null, category, frequency: 'irregular' } as const
  return { ...metadata, titleKey: null, newTitle }
}

/** Maximum number of issues by which the next one is named. */
const MOST_KNOWN_ISSUES = 200

/** Returns the name that a newsstand would print for an issue; null if its file gives a name, or if it replaces another issue. */
async function nameFor(
  db: Database,
  { suggestion }: DraftContents,
  { titleKey, newTitle, date, dateEnd, number, language, replaces }: declared.IssueMetadata,
): Promise<string | null> {
  if (replaces !== null || !isMachineDate(suggestion.name)) return null
  const title =
    titleKey === null
      ? undefined
      : await db
          .selectFrom('titles')
          .select(['id', 'kind', 'frequency', 'country', 'language'])
          .where('key', '=', titleKey)
          .executeTakeFirst()
  const known = title
    ? await db
        .selectFrom('all_issues')
        .select(['name', 'issue_date as date', 'issue_date_end as dateEnd'])
        .where('title_id', '=', title.id)
        .where('kind', 'in', ['regular', 'double'])
        .orderBy('issue_date', 'desc')
        .limit(MOST_KNOWN_ISSUES)
        .execute()
    : []
  const spoken = language === 'und' ? (title?.language.split('-')[0] ?? FALLBACK_LANGUAGE) : language
  const country = title?.country ?? newTitle?.country ?? (spoken === 'en' ? 'GB' : null)
  return suggestIssueName({
    date,
    dateEnd,
    number,
    known,
    locale: country ? `${spoken}-${country}` : spoken,
    kind: (title?.kind ?? newTitle?.kind ?? 'magazine') as 'magazine' | 'newspaper',
    frequency: (title?.frequency ?? newTitle?.frequency ?? 'irregular') as Frequency,
  })
}
