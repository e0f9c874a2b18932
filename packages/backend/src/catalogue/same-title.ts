import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Returns SQL by which names of titles are compared: without an article before them, "and" and punctuation, and with "ae" like "ä".
 * @param plainName in small letters without accents, as `plain` and `titles.plain_name` are
 */
export function comparedName(plainName: RawBuilder<string>): RawBuilder<string> {
  const withoutArticle = sql`regexp_replace(${plainName}, '^((der|die|das|the|le|la|les)\\s+|l[''’]\\s*)', '')`
  const withoutAnd = sql`regexp_replace(${withoutArticle}, '\\m(und|and|et)\\M|[[:punct:][:space:]]+', '', 'g')`
  return sql<string>`regexp_replace(${withoutAnd}, '([aou])e', '\\1', 'g')`
}

/** Returns the key of the title that is most likely meant by a name: it has nearly the same, and the newest issue. */
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
