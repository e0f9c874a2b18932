import { apiAddress } from '@kiosk/contract/route'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { contentImage, linkList as declared } from '@kiosk/domain/content/endpoints'
import { cutPage, readMark } from '../catalogue/paging.ts'
import { presentCover } from '../catalogue/present-issue.ts'
import { issuesByUid } from '../catalogue/queries.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'

const POSTS_PER_PAGE = 12

export const linkList = defineHandler(declared, 'catalogue', async (call) => {
  const { db } = call.ctx
  const after = readMark(call.input.after)
  const found = await db
    .selectFrom('link_posts')
    .leftJoin('issues', 'issues.id', 'link_posts.issue_id')
    .select(['link_posts.id', 'image_path', 'target_url', 'title', 'posted_on', 'issues.uid', 'issues.title_id'])
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('posted_on', '<', after!.date),
          where.and([where('posted_on', '=', after!.date), where('link_posts.id', '<', after!.id)]),
        ]),
      ),
    )
    .orderBy('posted_on', 'desc')
    .orderBy('link_posts.id', 'desc')
    .limit(POSTS_PER_PAGE + 1)
    .execute()
  const { page, last } = cutPage(found, POSTS_PER_PAGE)
  const catalogue = await catalogueOf(call)
  const issues = await issuesByUid(
    db,
    page.flatMap(({ uid }) => uid ?? []),
  )
  const posts = page.flatMap(({ image_path, target_url, title, uid, title_id }) => {
    const name = image_path?.match(/^links\/(.+)$/)?.[1]
    if (name) return [{ imageUrl: apiAddress(contentImage, { folder: 'links', name }), targetUrl: target_url, title }]
    const issue = uid && title_id !== null && catalogue.title(title_id) ? issues.get(uid) : undefined
    return issue ? [{ imageUrl: presentCover(issue, COVER_HEIGHT_PIXELS.top).coverURL, targetUrl: target_url, title }] : []
  })
  return {
    posts,
    ...(last && { nextUrl: apiAddress(declared, {}, { after: `${last.posted_on}.${last.id}` }) }),
  }
})
