import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../db/connect.ts'
import { createClient, cutConnection } from '../../db/connections.ts'
import { TryLater } from '../../http/try-later.ts'
import type { Job } from '../../jobs/job.ts'
import { deriveWords } from './page-words.ts'

/** An index as PostgreSQL describes it: `CREATE INDEX pages_search ON public.pages USING gin (search)`. */
export type IndexDefinition = { name: string; definition: string }

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Derives the words of pages and creates the search indexes that a restore has left out. */
    'search-indexes': { indexes: IndexDefinition[] }
  }
}

/** Indexes that only the search in pages needs; creating them takes far longer than creating all others together. */
export const SEARCH_INDEXES = ['pages_search', 'pages_terms']
/** Advisory lock held while they are created. */
const CREATION_LOCK = 20_261_129
/** Memory with which one connection creates an index. */
export const INDEX_MEMORY = '512MB'
/** How soon PostgreSQL gives up an index whose job has ended. */
const NOTICES_LOSS = '5s'

/** Databases in which the indexes were found; they are never dropped later. */
const complete = new WeakSet<Database>()

/**
 * Checks that pages can be searched without reading all of them.
 * @throws TryLater while the indexes are created after a restore
 */
export async function requireSearchIndexes(db: Database): Promise<void> {
  if (complete.has(db)) return
  const missing = await missingSearchIndexes(db)
  if (missing.length > 0) throw new TryLater()
  complete.add(db)
}

/** Returns the names of the search indexes that are missing or incomplete. */
export async function missingSearchIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${SEARCH_INDEXES}::text[]) as name
    where not exists (select from pg_index where indexrelid = to_regclass(quote_ident(name)) and indisvalid)`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Derives the words of pages that have none, then creates the missing indexes one after the other, while the database is in use.
 * It may take hours and has no time limit. When the server stops, the index that is being created is given up, and the next run
 * creates it.
 * @param ownerUrl of a direct connection, no transaction pooler, as the role that owns the tables
 */
export async function createSearchIndexes(
  { ownerUrl, log }: { ownerUrl: string; log: Logger },
  { indexes }: { indexes: IndexDefinition[] },
  { signal }: Pick<Job, 'signal'>,
): Promise<void> {
  const client = createClient({ url: ownerUrl, name: 'search-indexes' })
  const stop = () => cutConnection(client)
  try {
    await client.connect()
    signal?.addEventListener('abort', stop)
    signal?.throwIfAborted()
    await client.query(`set maintenance_work_mem = '${INDEX_MEMORY}'; set client_connection_check_interval = '${NOTICES_LOSS}'`)
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [CREATION_LOCK])
    if (!rows[0]!.taken) throw new Error('another connection is already creating the search indexes')
    await deriveWords(client)
    for (const each of indexes) await createIndex(client, each, log)
    // Updates the statistics of words and terms, from which the search learns how common a word is.
    await client.query('analyze pages')
  } finally {
    signal?.removeEventListener('abort', stop)
    cutConnection(client)
  }
}

async function createIndex(client: pg.Client, { name, definition }: IndexDefinition, log: Logger): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  if (rows[0]?.valid) return
  // What an interrupted run has left.
  if (rows[0]) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`)
  const began = performance.now()
  await client.query(definition.replace(/^CREATE INDEX /, 'CREATE INDEX CONCURRENTLY '))
  log.info(
    { event: 'search.index-created', index: name, ms: Math.round(performance.now() - began) },
    'a search index was created',
  )
}
