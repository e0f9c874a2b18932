import { Refusal } from '@kiosk/domain/errors'
import type { Asking } from '../endpoint.ts'
import { presentIssue } from './present-issue.ts'
import { type IssueRow, issueByUid } from './queries.ts'
import type { ShelfView, Title } from './shelf-view.ts'

/** The shelf as the caller sees it. Nobody knows the country: Austria (decision 6). */
export function shelfOf({ house, visitor, session }: Asking): Promise<ShelfView> {
  const day = house.now().toISOString().slice(0, 10)
  return house.shelf.seenBy({ country: visitor.country ?? 'AT', showsAgeRestricted: session.showsAgeRestricted, day })
}

/** The title of an issue, refused as unknown where the caller may not see it. */
export async function titleOf(row: { title_id: number }, asking: Asking): Promise<Title> {
  let shelf = await shelfOf(asking)
  if (!shelf.knows(row.title_id)) {
    await asking.house.shelf.reload()
    shelf = await shelfOf(asking)
  }
  const title = shelf.title(row.title_id)
  if (!title) throw new Refusal('not_found', 'uid')
  return title
}

/** An issue that the caller may see, and its title; else refused as unknown. */
export async function findIssue(uid: string, asking: Asking): Promise<{ row: IssueRow; title: Title }> {
  const row = await issueByUid(asking.house.db, uid)
  if (!row) throw new Refusal('not_found', 'uid')
  return { row, title: await titleOf(row, asking) }
}

/** Issues as the caller may see them; the others are left out. */
export function presentIssues(rows: readonly IssueRow[], shelf: ShelfView, asking: Asking) {
  return rows.flatMap((row) => {
    const title = shelf.title(row.title_id)
    return title ? [presentIssue(row, title, asking)] : []
  })
}
