import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { WALLET_SCHEMA } from './wallet/schema.ts'

/** The provider's records, in one SQLite file. Committed data survive when the process is killed. */
export type Store = ReturnType<typeof openStore>
export type Row = Record<string, string | number | null>

const SCHEMA = `
create table if not exists facts (key text primary key, value text not null);
create table if not exists setups (
  id text primary key, state text not null default 'open', kinds text not null, language text not null, creditor text not null,
  return_url text not null, customer text not null, method text, code text, created_at integer not null
);
create table if not exists methods (
  reference text primary key, customer text not null, kind text not null, brand text not null, masked text not null,
  behaviour text not null, language text not null, mandate_reference text, mandate_text text,
  gone integer not null default 0, created_at integer not null
);
-- Country of the card's issuer or the bank account.
create table if not exists method_countries (reference text primary key, country text not null);
-- The same number has the same fingerprint for all customers.
create table if not exists method_fingerprints (reference text primary key, fingerprint text not null);
create table if not exists charges (
  attempt_id text primary key, reference text not null unique, method text not null, amount integer not null, currency text not null,
  initiator text not null, description text not null, return_url text not null,
  state text not null, code text, retryable integer, challenge text unique,
  -- A debit is pending until settles_at and then gets the result in becomes; it may be returned at returns_at.
  settles_at integer, becomes text, returns_at integer, created_at integer not null
);
create index if not exists charges_under_way on charges (settles_at) where settles_at is not null;
create index if not exists charges_to_return on charges (returns_at) where returns_at is not null;
-- Attempts whose first call was dropped before anything was booked.
create table if not exists broken_calls (attempt_id text primary key);
create table if not exists challenges (token text primary key, setup text, attempt_id text, behaviour text, state text not null default 'open');
create table if not exists refunds (
  refund_id text primary key, reference text not null, attempt_id text not null, amount integer not null, currency text not null,
  state text not null, at integer not null
);
create table if not exists movements (
  id integer primary key, attempt_id text, refund_id text, reference text not null, amount integer not null, currency text not null,
  at integer not null
);
create index if not exists movements_by_time on movements (at, id);
create table if not exists deliveries (
  id integer primary key, body text not null, tries integer not null default 0, due_at integer not null
);
create index if not exists deliveries_due on deliveries (due_at);
`

/** Opens the store. @param file ":memory:" stores nothing on disk */
export function openStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  database.exec(SCHEMA)
  database.exec(WALLET_SCHEMA)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (text: string) => {
    const known = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, known)
    return known
  }

  return {
    row: (text: string, ...values: (string | number | null)[]) => statement(text).get(...values) as Row | undefined,
    rows: (text: string, ...values: (string | number | null)[]) => statement(text).all(...values) as Row[],
    /** Runs a statement. @returns how many rows changed */
    run: (text: string, ...values: (string | number | null)[]) => Number(statement(text).run(...values).changes),
    /** Runs `work` in a transaction; other processes that write to the file wait. */
    inTransaction<Result>(work: () => Result): Result {
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    fact: (key: string) =>
      (statement('select value from facts where key = ?').get(key) as Row | undefined)?.value as string | undefined,
    setFact: (key: string, value: string) =>
      void statement('insert into facts values (?, ?) on conflict (key) do update set value = excluded.value').run(key, value),
    close: () => database.close(),
  }
}

/** Returns a new id of the provider: "ch_3f2a…". */
export const newReference = (kind: 'ch' | 're' | 'pm' | 'cus' | 'evt' | 'tok' | 'mnd' | 'po') =>
  `${kind}_${randomUUID().replaceAll('-', '')}`
