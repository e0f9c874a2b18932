// Creates every connection to PostgreSQL, so that each has an error listener and timeouts.
import type { Socket } from 'node:net'
import pg from 'pg'

/** How long what uses a connection may wait. Milliseconds; 0 = as long as it takes. */
export type ConnectionLimits = {
  /** For a free connection of the pool, or for the server to accept a new one. */
  acquireMs: number
  /** For one statement, its waiting for locks included. */
  statementMs: number
  /** For one lock, of a row, a table or an advisory one. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleInTransactionMs: number
  /** For the next byte while a connection is in use: a server that is frozen or cut off says nothing, not even an error. */
  silenceMs: number
}

/** Somebody waits for the answer: better a quick "not available" than a slow one. */
export const REQUEST_LIMITS: ConnectionLimits = {
  acquireMs: 3_000,
  statementMs: 15_000,
  lockMs: 4_000,
  idleInTransactionMs: 15_000,
  silenceMs: 20_000,
}

/** Whether the database answers at all. */
export const HEALTH_LIMITS: ConnectionLimits = {
  acquireMs: 2_000,
  statementMs: 2_000,
  lockMs: 1_000,
  idleInTransactionMs: 2_000,
  silenceMs: 3_000,
}

/** Jobs, imports, commands: nobody waits at a screen, and a statement may go through all rows. */
export const WORK_LIMITS: ConnectionLimits = {
  acquireMs: 30_000,
  statementMs: 30 * 60_000,
  lockMs: 5 * 60_000,
  idleInTransactionMs: 10 * 60_000,
  silenceMs: 0,
}

/**
 * Migrations take as long as they need, but ask for a lock only briefly: whoever waits for a table's lock has everybody
 * behind it who wants to read that table.
 */
export const MIGRATION_LIMITS: ConnectionLimits = {
  acquireMs: 30_000,
  statementMs: 0,
  lockMs: 2_000,
  idleInTransactionMs: 10 * 60_000,
  silenceMs: 0,
}

/** Milliseconds for a single connection to be made. */
const CONNECT_TIMEOUT_MS = 5_000

/** Connections to share. A lost one is replaced at the next use; what was asked on it fails. */
export function createPool(options: { url: string; name: string; connections: number; limits: ConnectionLimits }): pg.Pool {
  const { url, name, connections, limits } = options
  const pool = new pg.Pool({
    ...settingsOf(url, name, limits),
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.acquireMs,
  })
  const ignoreLoss = () => {}
  pool.on('error', ignoreLoss)
  // The pool listens to idle clients only: one in use that is lost would end the process.
  pool.on('connect', (client) => client.on('error', ignoreLoss))
  if (limits.silenceMs > 0) cutSilentConnections(pool, limits.silenceMs)
  return pool
}

/** A connection of one's own, not yet made. Its loss is told to `onLost` as often as the driver says so, else to nobody. */
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

function cutSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    inUse.add(client)
    // What it was idle for is no silence: the time begins anew, also where nothing is asked at once.
    socketOf(client).setTimeout(silenceMs)
  })
  pool.on('release', (_, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    const stream = socketOf(client)
    stream.setTimeout(silenceMs, () => {
      const silent = Object.assign(new Error('The database does not answer any more.'), { code: 'ETIMEDOUT' })
      if (inUse.has(client as pg.PoolClient)) stream.destroy(silent)
    })
  })
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as pg.PoolClient & pg.Client).connection.stream as Socket
}
