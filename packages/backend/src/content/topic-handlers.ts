import { ApiError } from '@kiosk/domain/errors'
import { isDay } from '@kiosk/domain/iso-time'
import type { Language } from '@kiosk/domain/locale'
import * as declared from '@kiosk/domain/staff/content-endpoints'
import { CONTENT_ROWS } from '@kiosk/domain/staff/limits'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { readMark } from '../catalogue/paging.ts'
import type { AppContext } from '../context.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { postedPicture } from './posted-pictures.ts'
import { publishContent } from './publish-content.ts'
import type { ContentError } from './read-content.ts'
import { campaignsAmong, TextFault } from './read-document.ts'

export const topics = defineDeskHandler(declared.deskTopics, async ({ ctx, input }) => {
  const mark = markIn(input.before)
  const found = await ctx.db
    .selectFrom('topics as t')
    .innerJoin('all_issues as i', 'i.id', 't.issue_id')
    .innerJoin('titles', 'titles.id', 'i.title_id')
    .select(['t.uid', 't.language', 't.headline', 't.text', 't.release_date', 't.trend', 't.page', 't.region_ids', 't.readers'])
    .select(['t.image_path', 'i.uid as issue', 'i.name as issue_name', 'titles.name as title_name'])
    .select((topic) =>
      topic
        .selectFrom('all_articles as a')
        .select('a.headline')
        .whereRef('a.issue_id', '=', 't.issue_id')
        .whereRef('a.position', '=', 't.article_position')
        .limit(1)
        .as('article'),
    )
    .$if(mark !== null, (query) => query.where(sql<boolean>`(t.release_date, t.uid) < (${mark!.day}::date, ${mark!.uid})`))
    .orderBy('t.release_date', 'desc')
    .orderBy('t.uid', 'desc')
    .limit(CONTENT_ROWS + 1)
    .execute()
  const last = found[CONTENT_ROWS - 1]
  return {
    topics: found.slice(0, CONTENT_ROWS).map((row) => ({
      uid: row.uid,
      language: row.language as Language,
      headline: row.headline,
      text: row.text,
      released: row.release_date,
      trend: row.trend,
      page: row.page,
      issue: row.issue,
      issueName: `${row.title_name}, ${row.issue_name}`,
      article: row.article,
      regions: row.region_ids,
      hasPicture: row.image_path !== null,
      readers: row.readers,
    })),
    next: found.length > CONTENT_ROWS && last ? `${last.release_date}.${last.uid}` : null,
  }
})

export const publishTopic = defineDeskHandler(declared.publishTopic, async ({ ctx, actor, input }) => {
  const { picture, article, regions, isNew, ...rest } = input
  const before = await ctx.db.selectFrom('topics').select('image_path').where('uid', '=', input.uid).executeTakeFirst()
  if (isNew && before) throw new ApiError('content_key_taken', 'uid')
  const shown = await pictureOf(ctx, input.uid, picture, before?.image_path ?? null)
  const topic = {
    ...rest,
    picture: shown?.picture ?? null,
    image: shown?.image,
    ...(article !== null && { article }),
    ...(regions && { regions }),
  }
  const content = { documents: [], topics: [topic], links: [], errors: [] }
  requireNone(await publishContent(ctx.db, ctx.files, content, actor))
  return undefined
})

export const removeTopic = defineDeskHandler(declared.removeTopic, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('topics').where('uid', '=', input.uid).returningAll().executeTakeFirst()
    if (!gone) throw new ApiError('not_found', 'uid')
    const { uid, headline, text, language, release_date: released, page, trend } = gone
    await recordAudit(trx, actor, ctx.now(), {
      action: 'topic.removed',
      subject: { kind: 'topic', id: uid, name: headline },
      before: { headline, text, language, released, page, trend },
    })
  })
  return undefined
})

export const links = defineDeskHandler(declared.deskLinks, async ({ ctx, input }) => {
  const after = readMark(input.before)
  const found = await ctx.db
    .selectFrom('link_posts as l')
    .leftJoin('all_issues as i', 'i.id', 'l.issue_id')
    .leftJoin('titles', 'titles.id', 'i.title_id')
    .select(['l.id', 'l.key', 'l.title', 'l.target_url', 'l.posted_on', 'l.image_path'])
    .select(['i.uid as issue', 'i.name as issue_name', 'titles.name as title_name'])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(l.posted_on, l.id) < (${after!.date}::date, ${after!.id})`))
    .orderBy('l.posted_on', 'desc')
    .orderBy('l.id', 'desc')
    .limit(CONTENT_ROWS + 1)
    .execute()
  const last = found[CONTENT_ROWS - 1]
  return {
    links: found.slice(0, CONTENT_ROWS).map((row) => ({
      key: row.key,
      title: row.title,
      target: row.target_url,
      posted: row.posted_on,
      issue: row.issue,
      issueName: row.issue === null ? null : `${row.title_name}, ${row.issue_name}`,
      hasPicture: row.image_path !== null,
    })),
    next: found.length > CONTENT_ROWS && last ? `${last.posted_on}.${last.id}` : null,
  }
})

export const publishLink = defineDeskHandler(declared.publishLink, async ({ ctx, actor, input }) => {
  const { picture, issue, target, isNew, ...rest } = input
  const before = await ctx.db.selectFrom('link_posts').select('image_path').where('key', '=', input.key).executeTakeFirst()
  if (isNew && before) throw new ApiError('content_key_taken', 'key')
  const shown = await pictureOf(ctx, input.key, picture, before?.image_path ?? null)
  if (!shown && !issue) throw new ApiError('wrong_input', 'picture')
  const link = {
    ...rest,
    target,
    campaigns: campaignsIn(target),
    picture: shown?.picture ?? null,
    image: shown?.image,
    ...(issue && { issue }),
  }
  requireNone(await publishContent(ctx.db, ctx.files, { documents: [], topics: [], links: [link], errors: [] }, actor))
  return undefined
})

export const removeLink = defineDeskHandler(declared.removeLink, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('link_posts').where('key', '=', input.key).returningAll().executeTakeFirst()
    if (!gone) throw new ApiError('not_found', 'key')
    const { key, title, target_url: target, posted_on: posted } = gone
    await recordAudit(trx, actor, ctx.now(), {
      action: 'link.removed',
      subject: { kind: 'link', id: key, name: title || key },
      before: { title, target, posted },
    })
  })
  return undefined
})

/** Position after a topic: its day and its uid. @throws ApiError wrong_input */
function markIn(before: string | undefined): { day: string; uid: string } | null {
  if (before === undefined) return null
  const [, day, uid] = /^(.{10})\.([a-z0-9-]+)$/.exec(before) ?? []
  if (!day || !uid || !isDay(day)) throw new ApiError('wrong_input', 'before')
  return { day, uid }
}

/** The new picture, or the one that is there; null = the cover. */
async function pictureOf(
  { files }: Pick<AppContext, 'files'>,
  key: string,
  posted: { base64: string } | null,
  path: string | null,
): Promise<{ image: string; picture: Buffer } | null> {
  if (posted) return postedPicture(key, posted.base64)
  const kept = path === null ? null : await files.read(`content/${path}`)
  return kept && { image: path!.replace(/^\w+\//, ''), picture: Buffer.from(kept) }
}

function campaignsIn(target: string): string[] {
  if (!target.startsWith('/')) return []
  try {
    return campaignsAmong([target])
  } catch (error) {
    throw error instanceof TextFault ? new ApiError('not_found', 'target', 'VALIDATION.targetDead') : error
  }
}

/** The errors of one topic or link name the field before a colon, or its target. @throws ApiError not_found */
function requireNone([first]: readonly ContentError[]): void {
  if (!first) return
  const [, field] = /^(issue|article):/.exec(first.reason) ?? []
  throw field ? new ApiError('not_found', field) : new ApiError('not_found', 'target', 'VALIDATION.targetDead')
}
