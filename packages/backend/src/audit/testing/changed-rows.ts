import { sql } from 'kysely'
import type { Connection, Database } from '../../db/connect.ts'
import { createClient } from '../../db/connections.ts'

/** Tables whose rows may change without an entry in the same transaction, and why. */
const EXPLAINED: Record<string, string> = {
  audit_entries: 'the log itself',
  app_settings: 'secrets that the first program creates, and marks of backups',
  refunds: 'results of the provider, after the entry of the request',
  suspense: 'results of the provider, after the entry of the request',
}

/** Columns that change without an entry: uses of a credential, and a secret that waits for its first code. */
const USES = ['totp_last_step', 'last_used_at', 'counter', 'backed_up', 'totp_secret']

/** From now on records the table, the transaction and the program (the name of the connection) of every changed row. */
export async function watchChangedRows({ ownerUrl }: Pick<Connection, 'ownerUrl'>): Promise<void> {
  const owner = createClient({ url: ownerUrl, name: 'test' })
  await owner.connect()
  await owner.query(`
    create table changed_rows (
      table_name text not null, transaction_id xid8 not null, program text not null default current_setting('application_name'));
    create function note_changed_row() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - '{${USES.join(',')}}'::text[] = to_jsonb(new) - '{${USES.join(',')}}'::text[] then
        return null;
      end if;
      insert into public.changed_rows values (tg_table_name, pg_current_xact_id());
      return null;
    end $$;
    grant select on changed_rows to public`)
  // Each table in its own transaction: two locks at once could deadlock with what a test does meanwhile.
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'changed_rows'`,
  )
  for (const { name } of rows)
    await owner.query(`create trigger changed_row_is_noted after insert or update or delete on ${name}
      for each row execute function note_changed_row()`)
  await owner.end()
}

/**
 * Returns the tables with changed rows that no entry of the audit log explains.
 * @param program name of the connections whose changes count; default: all
 * @param explained further tables that need no entry, and why
 */
export async function unexplainedTables(
  db: Database,
  { program, explained = {} }: { program?: string; explained?: Record<string, string> } = {},
): Promise<string[]> {
  const known = { ...EXPLAINED, ...explained }
  const changes = (await changesWithoutEntry(db)).filter((each) => program === undefined || each.program === program)
  return [...new Set(changes.map(({ table }) => table))].filter((table) => !Object.hasOwn(known, table))
}

/**
 * Returns what was changed without an entry of the audit log, as "program: table".
 * @param mayChange tables that each program changes without an entry; a program that is not named may change none
 */
export async function unexplainedChanges(db: Database, mayChange: Record<string, readonly string[]>): Promise<string[]> {
  return (await changesWithoutEntry(db))
    .filter(({ program, table }) => !mayChange[program]?.includes(table))
    .map(({ program, table }) => `${program}: ${table}`)
}

async function changesWithoutEntry(db: Database): Promise<{ program: string; table: string }[]> {
  const { rows } = await sql<{ program: string; table: string }>`select distinct program, table_name as "table"
    from changed_rows changed where table_name <> 'audit_entries' and not exists (
      select from audit_entries entry where entry.transaction_id = changed.transaction_id)`.execute(db)
  return rows
}
