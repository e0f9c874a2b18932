import { Refusal } from '@kiosk/domain/errors'
import {
  addBookmark as addDeclared,
  type Bookmark,
  bookmarks as declared,
  editBookmark as editDeclared,
  removeBookmark as removeDeclared,
} from '@kiosk/domain/reading/shelf-endpoints'
import { issueByUid } from '../catalogue/queries.ts'
import { findIssue, shelfOf } from '../catalogue/seen-shelf.ts'
import type { Database } from '../database/connect.ts'
import { type Asking, serve } from '../endpoint.ts'
import { articleAt } from './place-queries.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'

const MOST = 1000

export const bookmarks = serve(declared, 'personal', async (call) => {
  const { db } = call.house
  const kept = await bookmarksOf(db, call.session.account!.id, call.input.issue)
  return { bookmarks: (await Promise.all(kept.map((each) => present(each, call)))).flat() }
})

export const addBookmark = serve(addDeclared, 'personal', async (call) => {
  const { input, house, session } = call
  const { row } = await findIssue(input.issue, call)
  const article = await articleAt(house.db, row.id, input.article)
  if (input.article && !article) throw new Refusal('not_found', 'article')
  const accountId = session.account!.id
  const { count } = await house.db
    .selectFrom('bookmarks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MOST) throw new Refusal('wrong_input', 'issue')
  const { id } = await house.db
    .insertInto('bookmarks')
    .values({
      account_id: accountId,
      issue_id: row.id,
      page: Math.min(input.page, row.page_count),
      article_position: article?.position ?? null,
      headline: article?.headline ?? '',
      note: input.note,
      at: house.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [made] = (await bookmarksOf(house.db, accountId, input.issue)).filter((each) => each.id === id)
  return (await present(made!, call))[0]!
})

export const editBookmark = serve(editDeclared, 'personal', async ({ input, house, session }) => {
  const changed = await house.db
    .updateTable('bookmarks')
    .set({ note: input.note })
    .where('id', '=', input.id)
    .where('account_id', '=', session.account!.id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Refusal('not_found', 'id')
  return undefined
})

export const removeBookmark = serve(removeDeclared, 'personal', async ({ input, house, session }) => {
  const removed = await house.db
    .deleteFrom('bookmarks')
    .where('id', '=', input.id)
    .where('account_id', '=', session.account!.id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw new Refusal('not_found', 'id')
  return undefined
})

function bookmarksOf(db: Database, accountId: number, issue: string | undefined) {
  return db
    .selectFrom('bookmarks')
    .innerJoin('issues', 'issues.id', 'bookmarks.issue_id')
    .leftJoin('articles', (join) =>
      join.onRef('articles.issue_id', '=', 'issues.id').onRef('articles.position', '=', 'bookmarks.article_position'),
    )
    .select(['bookmarks.id', 'uid', 'page', 'articles.id as article_id', 'bookmarks.headline', 'note', 'at'])
    .where('account_id', '=', accountId)
    .$if(issue !== undefined, (query) => query.where('uid', '=', issue!))
    .orderBy('bookmarks.id', 'desc')
    .execute()
}

type Kept = Awaited<ReturnType<typeof bookmarksOf>>[number]

/** One bookmark, or none where its issue may not be seen any more. */
async function present({ uid, article_id, at, ...rest }: Kept, call: Asking): Promise<Bookmark[]> {
  const row = await issueByUid(call.house.db, uid)
  const title = row && (await shelfOf(call)).title(row.title_id)
  if (!row || !title) return []
  const { id, page, headline, note } = rest
  const article = article_id === null ? null : String(article_id)
  return [{ id, issue: presentShelfIssue(row, title, call), page, article, headline, note, at: at.toISOString() }]
}
