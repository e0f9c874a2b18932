import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createClient, cutConnection } from './connections.ts'

/** Pause before a reconnect, doubled after each failure. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** Timeout for a query on the listening connection; without an answer, the connection is replaced. */
const ANSWER_MS = 1_000

export type Listener = {
  /** Resolves once it is connected for the first time, or closed. */
  ready: Promise<void>
  /**
   * Sends a query on the listening connection. PostgreSQL delivers pending notifications before it reports that it is ready for
   * the next query. So when this resolves, all notifications of transactions that ended before the call have been delivered. One
   * query at a time.
   * @returns null if there is no connection, it is lost, or it does not answer
   */
  ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[] | null>
  close(): Promise<void>
}

/**
 * Calls `onNotification` with the payload of every NOTIFY on a channel, on its own connection, and with null whenever it has
 * connected, because notifications may have been missed.
 */
export function listenTo(url: string, channel: string, onNotification: (payload: string | null) => void): Listener {
  const ending = new AbortController()
  let listening: pg.Client | null = null
  let settle: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    settle = resolve
  })

  /** Listens until the connection is lost or `ending` is aborted. */
  async function listenOnce(): Promise<void> {
    const client = createClient({ url, name: `listen ${channel}` })
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      ending.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await client.connect()
    try {
      client.on('notification', ({ payload = '' }) => onNotification(payload))
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      settle()
      onNotification(null)
      listening = client
      if (!ending.signal.aborted) await over
    } finally {
      listening = null
      await client.end().catch(() => {})
    }
  }

  async function listen(): Promise<void> {
    let wait = FIRST_PAUSE_MS
    while (!ending.signal.aborted) {
      const started = performance.now()
      await listenOnce().catch(() => {})
      if (performance.now() - started > LONGEST_PAUSE_MS) wait = FIRST_PAUSE_MS
      if (!ending.signal.aborted) await pause(wait, undefined, { signal: ending.signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
    settle()
  }

  async function ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[] | null> {
    const client = listening
    if (!client) return null
    const late = setTimeout(() => cutConnection(client), ANSWER_MS)
    const rows = await client.query<Row>(query).then(
      (result) => result.rows,
      () => null,
    )
    clearTimeout(late)
    // Notifications after the end of the connection would have been missed.
    return listening === client ? rows : null
  }

  const ended = listen()
  return {
    ready,
    ask,
    async close() {
      ending.abort()
      await ended
    },
  }
}
