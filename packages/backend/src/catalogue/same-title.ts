import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { listedNames } from './listed-names.ts'

/**
 * Returns SQL for comparing names of titles: without a leading article, "and" and punctuation, and with "ae" like "ä".
 * @param plainName in lower case without accents, like `plain` and `titles.plain_name`
 */
export function comparedName(plainName: RawBuilder<string>): RawBuilder<string> {
  const withoutArticle = sql`regexp_replace(${plainName}, '^((der|die|das|the|le|la|les)\\s+|l[''’]\\s*)', '')`
  const withoutAnd = sql`regexp_replace(${withoutArticle}, '\\m(und|and|et)\\M|[[:punct:][:space:]]+', '', 'g')`
  return sql<string>`regexp_replace(${withoutAnd}, '([aou])e', '\\1', 'g')`
}

/** Returns the key of the title that a name most likely means: the one with nearly the same name and the newest issue. */
export async function titleNamedLike(db: Kysely<DB>, name: string): Promise<string | null> {
  const found = await db
    .selectFrom('titles as t')
    .select('t.key')
    .where(sql<boolean>`${comparedName(sql`t.plain_name`)} = nullif(${comparedName(sql`plain(${name})`)}, '')`)
    .orderBy(sql`(t.plain_name = plain(${name})) desc`)
    .orderBy(
      (title) =>
        title
          .selectFrom('issues as i')
          .select((issue) => issue.fn.max('i.issue_date').as('newest'))
          .whereRef('i.title_id', '=', 't.id'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst()
  return found?.key ?? null
}

/**
 * Returns the operator's notice about titles with nearly the same name, such as "Wanderer" and "Der Wanderer"; null if there are
 * none. An import creates a title for each new name.
 */
export async function nearlySameTitlesNotice(db: Kysely<DB>): Promise<string | null> {
  const compared = comparedName(sql`plain_name`)
  const { rows } = await sql<{ names: string }>`select string_agg('"' || name || '"', ' and ' order by id) as names from titles
    where ${compared} <> '' group by ${compared}, language having count(*) > 1 order by min(id)`.execute(db)
  if (rows.length === 0) return null
  const pairs = rows.map(({ names }) => names)
  return `Titles with nearly the same name: ${listedNames(pairs, '; ')}. If they are one publication, give all its files the same "title" in their metadata and import them again: that moves their issues.`
}
