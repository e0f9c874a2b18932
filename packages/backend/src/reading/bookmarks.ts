import { apiAddress } from '@kiosk/contract/route'
import { ApiError } from '@kiosk/domain/errors'
import {
  addBookmark as addDeclared,
  type Bookmark,
  bookmarks as declared,
  editBookmark as editDeclared,
  removeBookmark as removeDeclared,
} from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import { cutPage } from '../catalogue/paging.ts'
import { issuesByUid } from '../catalogue/queries.ts'
import { catalogueOf, findIssue } from '../catalogue/viewer-catalogue.ts'
import type { Database } from '../db/connect.ts'
import { transact } from '../db/transaction.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'
import { articleAt, hadArticle } from './progress-queries.ts'

const MOST_BOOKMARKS = 1000

export const bookmarks = defineHandler(declared, 'personal', async (call) => {
  const { issue, limit, after } = call.input
  const found = await bookmarksOf(call.ctx.db, call.session.account!.id, { issue, after, limit: limit && limit + 1 })
  const { page, last } = cutPage(found, limit ?? MOST_BOOKMARKS)
  return {
    bookmarks: await present(page, call),
    ...(last && { nextUrl: apiAddress(declared, {}, { issue, limit, after: last.id }) }),
  }
})

export const addBookmark = defineHandler(addDeclared, 'personal', async (call) => {
  const { input, ctx, session } = call
  const { row } = await findIssue(input.issue, call)
  const accountId = session.account!.id
  const id = await transact(ctx, async (trx) => {
    // The lock keeps concurrent requests from exceeding the limit.
    await lockAccount(trx, accountId)
    const { count } = await trx
      .selectFrom('bookmarks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_BOOKMARKS) throw new ApiError('too_many_bookmarks')
    // Until the bookmark is stored, the articles keep their positions, because replacing them changes the row of the issue.
    await trx.selectFrom('all_issues').select('id').where('id', '=', row.id).forShare().execute()
    const article = await articleAt(trx, row.id, input.article)
    // A device that was offline may name an article that no longer exists; then its page is marked.
    if (input.article && !article && !(await hadArticle(trx, row.id, input.article))) throw new ApiError('not_found', 'article')
    const stored = await trx
      .insertInto('bookmarks')
      .values({
        account_id: accountId,
        issue_id: row.id,
        page: Math.min(input.page, row.page_count),
        article_position: article?.position ?? null,
        headline: article?.headline ?? '',
        note: input.note,
        at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return stored.id
  })
  const stored = (await bookmarksOf(ctx.db, accountId, { issue: input.issue })).filter((each) => each.id === id)
  const [made] = await present(stored, call)
  // The issue was taken down meanwhile.
  if (!made) throw new ApiError('not_found', 'issue')
  return made
})

export const editBookmark = defineHandler(editDeclared, 'personal', async ({ input, ctx, session }) => {
  const changed = await ctx.db
    .updateTable('bookmarks')
    .set({ note: input.note })
    .where('id', '=', input.id)
    .where('account_id', '=', session.account!.id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new ApiError('not_found', 'id')
  return undefined
})

export const removeBookmark = defineHandler(removeDeclared, 'personal', async ({ input, ctx, session }) => {
  const removed = await ctx.db
    .deleteFrom('bookmarks')
    .where('id', '=', input.id)
    .where('account_id', '=', session.account!.id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw new ApiError('not_found', 'id')
  return undefined
})

type Selection = { issue?: string | undefined; after?: number | undefined; limit?: number | undefined }

function bookmarksOf(db: Database, accountId: number, { issue, after, limit }: Selection) {
  return (
    db
      .selectFrom('bookmarks')
      .innerJoin('issues', 'issues.id', 'bookmarks.issue_id')
      .leftJoin('articles', (join) =>
        join.onRef('articles.issue_id', '=', 'issues.id').onRef('articles.position', '=', 'bookmarks.article_position'),
      )
      .select(['bookmarks.id', 'uid', 'page', 'articles.id as article_id', 'note', 'at'])
      // The bookmark of an article that is down is shown, but neither its headline nor the one it had when it was marked.
      .select(
        sql<string>`case when bookmarks.headline = any (issues.removed_headlines) or exists (
          select from all_articles down where down.issue_id = bookmarks.issue_id and down.position = bookmarks.article_position
            and removed_by is not null) then '' else bookmarks.headline end`.as('headline'),
      )
      .where('account_id', '=', accountId)
      .$if(issue !== undefined, (query) => query.where('uid', '=', issue!))
      .$if(after !== undefined, (query) => query.where('bookmarks.id', '<', after!))
      .orderBy('bookmarks.id', 'desc')
      .$if(limit !== undefined, (query) => query.limit(limit!))
      .execute()
  )
}

type Kept = Awaited<ReturnType<typeof bookmarksOf>>[number]

/** Presents bookmarks, without those whose issue is hidden now. */
async function present(kept: readonly Kept[], call: RequestContext): Promise<Bookmark[]> {
  const catalogue = await catalogueOf(call)
  const issues = await issuesByUid(
    call.ctx.db,
    kept.map(({ uid }) => uid),
  )
  return kept.flatMap(({ uid, article_id, at, id, page, headline, note }) => {
    const row = issues.get(uid)
    const title = row && catalogue.title(row.title_id)
    if (!title) return []
    const article = article_id === null ? null : String(article_id)
    return [{ id, issue: presentShelfIssue(row, title, call), page, article, headline, note, at: at.toISOString() }]
  })
}
