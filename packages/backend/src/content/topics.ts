import { apiAddress } from '@kiosk/contract/route'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { contentImage, type Topic, topic as topicDeclared, topics as topicsDeclared } from '@kiosk/domain/content/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { presentCover } from '../catalogue/present-issue.ts'
import { issuesByUid } from '../catalogue/queries.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import type { Database } from '../db/connect.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'

const SHOWN = 12
const HIGHEST_TREND = 100

export const topic = defineHandler(topicDeclared, 'catalogue', async (call) => {
  const [row] = await topicRows(call.ctx.db, { uid: call.input.uid })
  const [found] = row ? await present([row], call) : []
  if (!found) throw new ApiError('not_found', 'uid')
  return found
})

export const topics = defineHandler(topicsDeclared, 'catalogue', async (call) => ({ topics: await latestTopics(call) }))

/** Returns the latest topics in the language and market of the caller. */
export async function latestTopics(call: RequestContext): Promise<Topic[]> {
  const rows = await topicRows(call.ctx.db, { language: call.language })
  const here = rows.filter(({ region_ids }) => !region_ids || region_ids.includes(call.region.id))
  return (await present(here, call)).slice(0, SHOWN)
}

type Row = Awaited<ReturnType<typeof topicRows>>[number]

function topicRows(db: Database, by: { uid: string } | { language: string }) {
  return (
    db
      .selectFrom('topics')
      .innerJoin('issues', 'issues.id', 'topics.issue_id')
      .select([
        'topics.uid',
        'topics.headline',
        'topics.text',
        'image_path',
        'image_width',
        'image_height',
        // The operator's trend plus the number of readers, capped.
        sql<number>`least(${HIGHEST_TREND}, trend + readers)::integer`.as('trend'),
        'release_date',
        'region_ids',
      ])
      .select(['topics.page', 'issues.uid as issue_uid', 'issues.name as issue_name', 'issues.title_id'])
      .select(
        sql<
          number | null
        >`(select id from articles a where a.issue_id = topics.issue_id and a.position = topics.article_position)`.as(
          'article_id',
        ),
      )
      // A topic about an article or a page that is down is not shown.
      .where(
        sql<boolean>`case when topics.article_position is null then topics.page <> all (issues.removed_pages)
        else not exists (select from all_articles a where a.issue_id = topics.issue_id
          and a.position = topics.article_position and a.removed_by is not null) end`,
      )
      .$if('uid' in by, (query) => query.where('topics.uid', '=', (by as { uid: string }).uid))
      .$if('language' in by, (query) => query.where('topics.language', '=', (by as { language: string }).language))
      .orderBy('release_date', 'desc')
      .orderBy('trend', 'desc')
      .limit(SHOWN * 2)
      .execute()
  )
}

/** Presents topics whose issue the caller may see. */
async function present(rows: readonly Row[], call: RequestContext): Promise<Topic[]> {
  const catalogue = await catalogueOf(call)
  const issues = await issuesByUid(
    call.ctx.db,
    rows.map(({ issue_uid }) => issue_uid),
  )
  return rows.flatMap((row): Topic[] => {
    const title = catalogue.title(row.title_id)
    const issue = issues.get(row.issue_uid)
    if (!title || !issue) return []
    const cover = presentCover(issue, COVER_HEIGHT_PIXELS.top)
    const own = row.image_path?.match(/^topics\/(.+)$/)?.[1]
    return [
      {
        uid: row.uid,
        headline: row.headline,
        text: row.text,
        imageUrl: own ? apiAddress(contentImage, { folder: 'topics', name: own }) : cover.coverURL,
        imageHeight: (own && row.image_height) || cover.coverHeight,
        imageWidth: (own && row.image_width) || cover.coverWidth,
        trend: row.trend,
        releaseDate: row.release_date,
        issueArticleId: row.article_id === null ? null : String(row.article_id),
        issueUID: row.issue_uid,
        page: row.page,
        magazineName: title.name,
        issueName: row.issue_name,
      },
    ]
  })
}
