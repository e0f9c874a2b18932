// The words of pages that the search looks for (`pages.search`). A backup leaves them out where they follow from the text and
// language of the page, because they take longer to write and to read than everything else of a page (ADR-0355). Until they are
// restored, they are derived page by page where a few pages are searched; the search in all pages waits.
import type pg from 'pg'

/** The part of a text that is indexed at most, as in the importer. Words of longer texts are never left out. */
const MOST_BYTES = 100_000
const ISSUES_AT_ONCE = 20

/**
 * SQL condition of a row of `pages` whose words follow from its text and the language of its issue: no correction has added
 * others.
 */
export const WORDS_ARE_DERIVED = `octet_length(text) <= ${MOST_BYTES} and issue_id not in (select issue_id from article_corrections)`

/** SQL condition of a page without words. A tsvector with a word has more bytes, and comparing the values would read them. */
const areLeftOut = (page: string) =>
  `pg_column_size(${page}.search) < 9 and octet_length(${page}.text) between 1 and ${MOST_BYTES}`
const derivedWords = (page: string, language: string) => `to_tsvector(search_language(${language}), ${page}.text)`

/**
 * Returns SQL for the words of a page.
 * @param page alias of `pages`
 * @param language SQL for the language of its issue
 */
export const indexedWordsOf = (page: string, language: string) =>
  `case when ${areLeftOut(page)} then ${derivedWords(page, language)} else ${page}.search end`

/**
 * Derives the words that a restore has left out, some issues at a time, while the database is in use. It may be interrupted and
 * repeated at any time.
 */
export async function deriveWords(client: pg.ClientBase): Promise<void> {
  // Repeated until nothing is left, because a page may be taken down without its words and come back meanwhile.
  while ((await deriveOnce(client, 'removed_page_texts')) + (await deriveOnce(client, 'pages')) > 0);
}

/** @returns how many pages without words have got them */
async function deriveOnce(client: pg.ClientBase, table: 'pages' | 'removed_page_texts'): Promise<number> {
  let after = '0'
  let count = 0
  for (;;) {
    const { rows: ends } = await client.query<{ last: string | null }>(
      `select max(id)::text as last from (select id from all_issues where id > $1 order by id limit ${ISSUES_AT_ONCE}) next`,
      [after],
    )
    const last = ends[0]!.last
    if (last === null) return count
    const { rows } = await client.query<{ count: number }>(
      // In order and locked, so that a page changed meanwhile keeps its new words.
      `with left_out as (
        select p.issue_id, p.number, i.language from ${table} p join all_issues i on i.id = p.issue_id
        where p.issue_id > $1 and p.issue_id <= $2 and ${areLeftOut('p')}
        order by p.issue_id, p.number for no key update of p
      ), derived as (
        update ${table} p set search = ${derivedWords('p', 'l.language')} from left_out l
        where p.issue_id = l.issue_id and p.number = l.number
        returning length(p.search) > 0 as has_words
      )
      select count(*) filter (where has_words)::int as count from derived`,
      [after, last],
    )
    count += rows[0]!.count
    after = last
  }
}
