import { expect, test } from 'vitest'
import { analyseMigration } from './analyse-migration.ts'
import { namesIn, neededBy, textOfMigration } from './migrate.ts'

// A new version may run beside the previous one on one database, and nobody may notice its migrations: they neither remove nor
// rename what the previous version uses, nor read or rewrite a table in use while it is locked (ADR-0290).

/**
 * The last migration from before this rule and the first release: no version that uses what these migrations remove is running
 * any more.
 */
const NEWEST_OF_BEFORE = '262-attempts-given-up.sql'

/**
 * What newer migrations may do nevertheless, exactly as the test reports it, each with a reason in a comment: a table that is
 * always small, or something that the previous version no longer uses. A migration that removes something also says in its first
 * lines which migration programs must know: "-- Needs programs with 123-name.sql."
 */
const ALLOWED: Record<string, string[]> = {}

function offencesIn(sql: string): string[] {
  return analyseMigration(sql).flatMap(({ text, effects, breaks }) => [
    ...breaks,
    ...effects.flatMap(({ table, through, lock, work }) => {
      if (lock === 'unknown' || work === 'unknown') return [`cannot be judged: ${text}`]
      if (work === 'rewrites the table') return [`rewrites ${table}`]
      if (table === null && !through) return [`cannot be judged: ${text}`]
      const blocks = lock !== 'SHARE UPDATE EXCLUSIVE' && lock !== 'ROW EXCLUSIVE'
      return work === 'reads all rows' && blocks ? [`reads all rows of ${table} while it is locked`] : []
    }),
  ])
}

const names = namesIn(new URL('./migrations/', import.meta.url))
const isNew = (name: string) => name > NEWEST_OF_BEFORE

test.each(names.filter(isNew))('%s leaves everything to the version before, and blocks nobody', (name) => {
  const sql = textOfMigration(name)
  const offences = offencesIn(sql)
  expect(offences).toEqual(ALLOWED[name] ?? [])
  const needed = neededBy(sql)
  const removes = analyseMigration(sql).some(({ breaks }) => breaks.some((each) => /^(drops|renames) /.test(each)))
  expect(needed !== null).toBe(removes)
  if (needed !== null) expect(names.slice(0, names.indexOf(name))).toContain(needed)
})

test('exceptions are for migrations that exist', () => {
  expect(names).toContain(NEWEST_OF_BEFORE)
  expect(Object.keys(ALLOWED).filter((name) => !names.includes(name))).toEqual([])
})

test('the rule would have found what migrations of before did', () => {
  const found = Object.fromEntries(names.filter((name) => !isNew(name)).map((name) => [name, offencesIn(textOfMigration(name))]))
  expect(found['031-search-words.sql']!.length).toBeGreaterThan(0)
  expect(found['152-plain-names.sql']).toContain("cannot be judged: do ''")
  expect(found['257-class-of-a-page-from-its-index.sql']).toContain('drops the function best_pages')
  expect(found['262-attempts-given-up.sql']).toEqual(['reads all rows of payment_attempts while it is locked'])
  expect(found['220-audit-log-at-full-size.concurrent.sql']).toEqual([])
})

test.each([
  ['drop table saved_searches', 'drops the table saved_searches'],
  ['alter table accounts drop column firstname', 'drops the column firstname of accounts'],
  ['alter table accounts rename column firstname to given_name', 'renames the column firstname of accounts to given_name'],
  ['drop function plain(text)', 'drops the function plain'],
  ['alter table accounts alter column id type numeric', 'rewrites accounts'],
  ['alter table accounts add column mark uuid not null default gen_random_uuid()', 'rewrites accounts'],
  ['alter table accounts add column kind text not null', 'requires a value of the new column accounts.kind'],
  ['create index more on pages (issue_id)', 'reads all rows of pages while it is locked'],
  ['update pages set text = text', 'changes all rows of pages'],
  ['truncate sessions', 'deletes all rows of sessions'],
  ["do $$ begin execute 'drop table accounts'; end $$", "cannot be judged: do ''"],
])('a migration with "%s" is refused', (sql, expected) => {
  expect(offencesIn(`create table new (id bigint);\n${sql};\n`)).toContain(expected)
})

test.each([
  'alter table accounts add column nickname text',
  'create index concurrently more on pages (issue_id)',
  'alter table accounts alter column firstname drop not null',
  'create table new (id bigint primary key, account_id bigint references accounts); create index new_accounts on new (account_id)',
  "update accounts set language = 'de' where id = 1",
])('a migration with "%s" is accepted', (sql) => {
  expect(offencesIn(sql)).toEqual([])
})
