import { COVER_HEIGHT } from '@kiosk/domain/catalogue/terms'
import { contentPicture, linkList as declared } from '@kiosk/domain/content/endpoints'
import { apiAddress } from '../api-address.ts'
import { cutPage, readMark } from '../catalogue/paging.ts'
import { presentCover } from '../catalogue/present-issue.ts'
import { issueByUid } from '../catalogue/queries.ts'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'

const POSTS = 12

export const linkList = serve(declared, 'catalogue', async (call) => {
  const { db } = call.house
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
    .limit(POSTS + 1)
    .execute()
  const { page, last } = cutPage(found, POSTS)
  const shelf = await shelfOf(call)
  const posts = await Promise.all(
    page.map(async ({ image_path, target_url, title, uid, title_id }) => {
      const name = image_path?.match(/^links\/(.+)$/)?.[1]
      if (name) return [{ imageUrl: apiAddress(contentPicture, { folder: 'links', name }), targetUrl: target_url, title }]
      const issue = uid && title_id !== null && shelf.title(title_id) ? await issueByUid(db, uid) : undefined
      return issue ? [{ imageUrl: presentCover(issue, COVER_HEIGHT.top).coverURL, targetUrl: target_url, title }] : []
    }),
  )
  return {
    posts: posts.flat(),
    ...(last && { nextUrl: apiAddress(declared, {}, { after: `${last.posted_on}.${last.id}` }) }),
  }
})
