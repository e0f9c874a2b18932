import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from './connections.ts'

/** Pause before a reconnect, doubled after each failure. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

/**
 * Calls `onNotification` with the payload of every NOTIFY on a channel, on its own connection, and with null whenever it has
 * connected, because notifications may have been missed.
 */
export function listenTo(
  url: string,
  channel: string,
  onNotification: (payload: string | null) => void,
): { ready: Promise<void>; close(): Promise<void> } {
  const ending = new AbortController()
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
      if (!ending.signal.aborted) await over
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function listen(): Promise<void> {
    let wait = FIRST_PAUSE_MS
    while (!ending.signal.aborted) {
      const started = Date.now()
      await listenOnce().catch(() => {})
      if (Date.now() - started > LONGEST_PAUSE_MS) wait = FIRST_PAUSE_MS
      if (!ending.signal.aborted) await pause(wait, undefined, { signal: ending.signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
    settle()
  }

  const listening = listen()
  return {
    ready,
    async close() {
      ending.abort()
      await listening
    },
  }
}
