// Creates every connection to PostgreSQL, so that each has an error listener and timeouts.
import type { Socket } from 'node:net'
import { MINUTE_MS } from '@kiosk/domain/time'
import pg from 'pg'
import { recordStatements } from './statement-spans.ts'

/** Timeouts of a connection. Milliseconds; 0 = none. */
export type ConnectionLimits = {
  /** Waiting for a free connection of the pool, or for the server to accept a new one. */
  acquireMs: number
  /** For one statement, including waiting for locks. */
  statementMs: number
  /** For one lock, of a row, a table or an advisory one. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
  /**
   * Waiting for the next byte while a connection is in use, because a frozen or unreachable server sends nothing, not even an
   * error.
   */
  silenceMs: number
}

/** Limits for requests: a quick "unavailable" is better than a slow response. */
export const REQUEST_LIMITS: ConnectionLimits = {
  acquireMs: 3_000,
  statementMs: 15_000,
  lockMs: 4_000,
  idleInTransactionMs: 15_000,
  silenceMs: 20_000,
}

/** Limits for checking whether the database responds at all. */
export const HEALTH_LIMITS: ConnectionLimits = {
  acquireMs: 2_000,
  statementMs: 2_000,
  lockMs: 1_000,
  idleInTransactionMs: 2_000,
  silenceMs: 3_000,
}

/** Limits for jobs, imports and commands, whose statements may read all rows. */
export const WORK_LIMITS: ConnectionLimits = {
  acquireMs: 30_000,
  statementMs: 30 * MINUTE_MS,
  lockMs: 5 * MINUTE_MS,
  idleInTransactionMs: 10 * MINUTE_MS,
  silenceMs: 0,
}

/**
 * Limits for migrations: no time limit for statements, but short waits for locks, because all readers of a table queue behind a
 * statement that waits for its lock.
 */
export const MIGRATION_LIMITS: ConnectionLimits = {
  acquireMs: 30_000,
  statementMs: 0,
  lockMs: 2_000,
  idleInTransactionMs: 10 * MINUTE_MS,
  silenceMs: 0,
}

/** Timeout for opening a single connection. */
const CONNECT_TIMEOUT_MS = 5_000

/** Creates a connection pool. A lost connection is replaced at its next use; its running query fails. */
export function createPool(options: {
  url: string
  name: string
  connections: number
  limits: ConnectionLimits
  /** PostgreSQL rejects every statement that writes. */
  readOnly?: boolean
  /** `url` leads to a pooler, which sets the limits of statements and locks (docs/operating.md). */
  isPooler?: boolean
  /** Statements may be prepared; default: yes. */
  prepares?: boolean
}): pg.Pool {
  const { url, name, connections, limits, readOnly, isPooler = false, prepares = true } = options
  const pool = new pg.Pool({
    // PgBouncer rejects a connection that asks for limits.
    ...settingsOf(url, name, isPooler ? undefined : limits),
    ...(readOnly && { options: '-c default_transaction_read_only=on' }),
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.acquireMs,
  })
  const ignoreLoss = () => {}
  pool.on('error', ignoreLoss)
  // The pool handles errors of idle clients only; losing one in use would end the process.
  pool.on('connect', (client) => client.on('error', ignoreLoss))
  if (!prepares) pool.on('connect', sendUnnamed)
  recordStatements(pool)
  if (limits.silenceMs > 0) cutSilentConnections(pool, limits.silenceMs)
  return pool
}

/** Creates a single connection, not opened yet. Calls `onLost` for every loss that the driver reports. */
export function createClient(options: {
  url: string
  name: string
  limits?: ConnectionLimits
  onLost?: (error: Error) => void
}): pg.Client {
  const client = new pg.Client({
    ...settingsOf(options.url, options.name, options.limits),
    connectionTimeoutMillis: options.limits?.acquireMs ?? CONNECT_TIMEOUT_MS,
  })
  client.on('error', options.onLost ?? (() => {}))
  return client
}

/** Closes a connection at once, also in the middle of a statement. */
export function cutConnection(client: pg.Client): void {
  client.connection.stream.destroy()
}

function settingsOf(url: string, name: string, limits: ConnectionLimits | undefined): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    ...(limits && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
  }
}

/** Removes the names of statements, including those that libraries give them, because named statements are prepared. */
function sendUnnamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const unnamed = (first: unknown, ...rest: unknown[]) => {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first)
    return query(isNamed ? { ...first, name: undefined } : first, ...rest)
  }
  client.query = unnamed as typeof client.query
}

function cutSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    inUse.add(client)
    // Restarts the timeout, because idle time does not count as silence.
    socketOf(client).setTimeout(silenceMs)
  })
  pool.on('release', (_, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    const stream = socketOf(client)
    stream.setTimeout(silenceMs)
    // Checked at each timeout, because an idle connection is silent, too.
    stream.on('timeout', () => {
      const silent = Object.assign(new Error('The database does not respond any more.'), { code: 'ETIMEDOUT' })
      if (inUse.has(client as pg.PoolClient)) stream.destroy(silent)
    })
  })
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as pg.PoolClient & pg.Client).connection.stream as Socket
}
