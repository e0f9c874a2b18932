import { type Insertable, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Takedowns } from '../../db/schema.ts'

/**
 * Makes an issue show exactly what is not down. The row of the issue must be locked by the transaction. Its trigger empties the
 * caches of all servers.
 *
 * A page that is down hides the articles on it, too. An article that is down also removes the words of its pages from search,
 * because they are indexed by page; the pages themselves are shown.
 */
export async function applyTakedowns(trx: Database, issueId: number): Promise<void> {
  await restoreTexts(trx, issueId)
  // After an import, an article is identified by its headline, otherwise by its position.
  await sql`
    with down as (
      select * from takedowns where issue_id = ${issueId} and restored_at is null
    ), nearest as (
      select a.id, rank() over (partition by down.id order by case
        when a.headline = article_headline and a.position = article_position then 1 when a.headline = article_headline then 2
        else 3 end) as place
      from down join all_articles a on a.issue_id = down.issue_id
        and (a.headline = article_headline or (a.position = article_position and a.first_page = article_page))
    )
    update all_articles a set removed_by = case
      when exists (select from nearest where nearest.id = a.id and place = 1) then 'article'
      when exists (select from down where page between a.first_page and a.last_page) then 'page' end
    where a.issue_id = ${issueId}`.execute(trx)
  await sql`
    with down as (
      select * from takedowns where issue_id = ${issueId} and restored_at is null
    )
    update all_issues set
      taken_down_at = (select min(taken_down_at) from down where page is null and article_position is null),
      removed_pages = array(select page from down where page is not null order by page),
      removed_headlines = array(
        select headline from all_articles where issue_id = ${issueId} and removed_by is not null order by position)
    where id = ${issueId}`.execute(trx)
  await sql`
    with removed as (
      insert into removed_page_texts (issue_id, number, text, search)
      select p.issue_id, p.number, p.text, p.search from pages p join all_issues i on i.id = p.issue_id
      where p.issue_id = ${issueId} and (p.number = any (i.removed_pages) or exists (
        select from all_articles a where a.issue_id = p.issue_id and a.removed_by = 'article'
          and p.number between a.first_page and a.last_page))
      returning issue_id, number
    )
    update pages p set text = '', search = '' from removed where p.issue_id = removed.issue_id and p.number = removed.number
  `.execute(trx)
}

/** Puts the texts of all pages back, before their articles change and `applyTakedowns` removes them again. */
export async function restoreTexts(trx: Database, issueId: number): Promise<void> {
  await sql`
    update pages p set text = r.text, search = r.search from removed_page_texts r
    where r.issue_id = ${issueId} and p.issue_id = r.issue_id and p.number = r.number`.execute(trx)
  await trx.deleteFrom('removed_page_texts').where('issue_id', '=', issueId).execute()
}

type Kept = Insertable<Takedowns>

/** Returns the takedowns of an issue that an import replaces with another. */
export async function takedownsOf(trx: Database, issueId: number): Promise<Kept[]> {
  const rows = await trx.selectFrom('takedowns').selectAll().where('issue_id', '=', issueId).execute()
  return rows.map(({ id, ...row }) => row)
}

/**
 * Keeps everything down in a newly imported revision that was down before. @param former takedowns of the issue that it replaces
 * under another uid
 */
export async function keepTakedowns(trx: Database, issueId: number, former: readonly Kept[]): Promise<void> {
  if (former.length > 0)
    await trx
      .insertInto('takedowns')
      .values(former.map((row) => ({ ...row, issue_id: issueId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const any = await trx.selectFrom('takedowns').select('id').where('issue_id', '=', issueId).limit(1).executeTakeFirst()
  if (any) await applyTakedowns(trx, issueId)
}
