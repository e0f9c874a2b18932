import { describe, expect, test } from 'vitest'
import { analyseMigration } from './analyse-migration.ts'

const only = (sql: string) => {
  const statements = analyseMigration(sql)
  expect(statements).toHaveLength(1)
  const { effects, breaks } = statements[0]!
  return [...effects.map(({ table, lock, work }) => `${table}: ${lock}, ${work}`), ...breaks]
}

describe('a statement', () => {
  test.each([
    ['alter table accounts add column nickname text', ['accounts: ACCESS EXCLUSIVE, none']],
    ['alter table accounts add nickname text not null default $$x$$', ['accounts: ACCESS EXCLUSIVE, none']],
    ['alter table accounts add column seen_at timestamptz not null default now()', ['accounts: ACCESS EXCLUSIVE, none']],
    ['alter table accounts add column price numeric(10, 2) default 0', ['accounts: ACCESS EXCLUSIVE, none']],
    ['alter table accounts add column mark uuid default gen_random_uuid()', ['accounts: ACCESS EXCLUSIVE, rewrites the table']],
    ['alter table accounts add column number bigserial', ['accounts: ACCESS EXCLUSIVE, rewrites the table']],
    [
      'alter table accounts add column short text generated always as (left(email, 3)) stored',
      ['accounts: ACCESS EXCLUSIVE, rewrites the table'],
    ],
    ['alter table accounts add column mark text default our_function(1)', ['accounts: ACCESS EXCLUSIVE, unknown']],
    ["alter table accounts add column kind text check (kind in ('a', 'b'))", ['accounts: ACCESS EXCLUSIVE, reads all rows']],
    [
      'alter table accounts add column title_id bigint references titles on delete set null',
      ['accounts: ACCESS EXCLUSIVE, none', 'titles: SHARE ROW EXCLUSIVE, none'],
    ],
    [
      'alter table accounts add column kind text not null',
      ['accounts: ACCESS EXCLUSIVE, none', 'requires a value of the new column accounts.kind'],
    ],
    [
      'alter table if exists only public.accounts drop email',
      ['public.accounts: ACCESS EXCLUSIVE, none', 'drops the column email of public.accounts'],
    ],
    [
      'alter table accounts drop constraint accounts_kind_check',
      ['accounts: ACCESS EXCLUSIVE, none', 'null: ACCESS EXCLUSIVE, none'],
    ],
    [
      'alter table accounts rename column email to mail',
      ['accounts: ACCESS EXCLUSIVE, none', 'renames the column email of accounts to mail'],
    ],
    [
      'alter table accounts rename email to mail',
      ['accounts: ACCESS EXCLUSIVE, none', 'renames the column email of accounts to mail'],
    ],
    ['alter table accounts rename to readers', ['accounts: ACCESS EXCLUSIVE, none', 'renames the table accounts to readers']],
    ['alter table accounts rename constraint a to b', ['accounts: ACCESS EXCLUSIVE, none']],
    [
      'alter table accounts alter column id type bigint',
      ['accounts: ACCESS EXCLUSIVE, rewrites the table', 'changes the type of accounts.id'],
    ],
    [
      'alter table accounts alter email set not null',
      ['accounts: ACCESS EXCLUSIVE, reads all rows', 'requires a value of accounts.email'],
    ],
    ['alter table accounts alter email drop not null', ['accounts: ACCESS EXCLUSIVE, none']],
    [
      'alter table accounts add constraint adult check (age > 17)',
      ['accounts: ACCESS EXCLUSIVE, reads all rows', 'requires adult of accounts'],
    ],
    [
      'alter table accounts add check (age > 17) not valid',
      ['accounts: ACCESS EXCLUSIVE, none', 'requires a constraint of accounts'],
    ],
    ['alter table accounts validate constraint adult', ['accounts: SHARE UPDATE EXCLUSIVE, reads all rows']],
    [
      'alter table accounts add constraint one foreign key (title_id) references titles (id)',
      ['accounts: SHARE ROW EXCLUSIVE, reads all rows', 'titles: SHARE ROW EXCLUSIVE, none', 'requires one of accounts'],
    ],
    ['create index accounts_email on accounts (lower(email))', ['accounts: SHARE, reads all rows']],
    [
      'create unique index concurrently if not exists one on accounts (email)',
      ['accounts: SHARE UPDATE EXCLUSIVE, reads all rows'],
    ],
    ['drop index accounts_email', ['null: ACCESS EXCLUSIVE, none']],
    [
      'create trigger one before insert or update of email on accounts for each row execute function f()',
      ['accounts: SHARE ROW EXCLUSIVE, none'],
    ],
    [
      'drop table if exists old, older cascade',
      ['old: ACCESS EXCLUSIVE, none', 'older: ACCESS EXCLUSIVE, none', 'drops the table old', 'drops the table older'],
    ],
    ['drop function if exists best_pages(tsquery, jsonb)', ['drops the function best_pages']],
    ['create or replace function f() returns trigger language plpgsql as $$ begin drop table accounts; end $$', []],
    ['create table new (id bigint references titles, other bigint references new)', ['titles: SHARE ROW EXCLUSIVE, none']],
    ["update accounts set kind = 'drop table' where id = 1", ['accounts: ROW EXCLUSIVE, changes rows']],
    [
      'update accounts set kind = (select kind from kinds where id = 1)',
      ['accounts: ROW EXCLUSIVE, changes rows', 'changes all rows of accounts'],
    ],
    ['delete from accounts', ['accounts: ROW EXCLUSIVE, changes rows', 'deletes all rows of accounts']],
    ['do $$ begin perform 1; end $$', ['null: unknown, unknown']],
    ['alter table accounts cluster on accounts_email', ['accounts: unknown, unknown']],
    ['vacuum full accounts', ['null: unknown, unknown']],
    ['select rewrite_everything()', ['null: unknown, unknown']],
  ])('%s', (sql, expected) => {
    expect(only(sql)).toEqual(expected)
  })

  test('with several actions has the effects of each', () => {
    expect(only("alter table a add column b text check (b in ('x', 'y')), drop column c")).toEqual([
      'a: ACCESS EXCLUSIVE, reads all rows',
      'a: ACCESS EXCLUSIVE, none',
      'drops the column c of a',
    ])
  })
})

test('comments, strings and bodies of functions hide nothing and are no statements', () => {
  const statements = analyseMigration(`
    -- drop table a;
    /* drop table b; */ create function f() returns text language sql as $body$ select 'x;'; drop table c $body$;
    comment on table d is 'it''s; drop table e';
    insert into g values (E'\\'; drop table h');
    DROP  TABLE
      "Of Others";`)
  expect(statements.map(({ text }) => text.split(' ').slice(0, 2).join(' '))).toEqual([
    'create function',
    'comment on',
    'insert into',
    'drop table',
  ])
  expect(statements.flatMap(({ breaks }) => breaks)).toEqual(['drops the table "Of Others"'])
})

test('what a migration does with its own new tables concerns nobody', () => {
  const sql = `create table new (id bigint, name text); create index new_name on new (name); alter table new rename to newer;
    update new set name = ''; alter table new add constraint one check (id > 0)`
  expect(analyseMigration(sql).flatMap(({ effects, breaks }) => [...effects, ...breaks])).toEqual([])
})
