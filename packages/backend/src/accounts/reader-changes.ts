import { type Listener, listenTo } from '../db/listen.ts'
import { outsideTraces } from '../trace.ts'

/** Number of accounts whose last change is remembered. Beyond it, the last change of any account counts for all others. */
const MOST_REMEMBERED = 100_000
/** Number of latest reading places of an account: those that its shelf shows. */
const PLACES = 24

/** A value that stays the same for an account until something is written that its shelf shows about its places. */
const PLACES_OF_ACCOUNTS = {
  name: 'places of accounts',
  text: `select id, (select md5(string_agg(int8send(issue_id) || timestamptz_send(at) || int4send(page)
      || int4send(coalesce(article_position, -1)) || float4send(fraction) || int4send(furthest_page), ''))
    from (select * from reading_places where account_id = accounts.id order by at desc limit ${PLACES}) places) as places
    from unnest($1::bigint[]) accounts(id)`,
}
/** No query at all: only its answer matters. */
const NOTHING = { text: '' }

type Asked = { accountId: number | null; resolve(latest: Latest | null): void }
/** `places`: for the account that was asked about, see `PLACES_OF_ACCOUNTS`; null if it has none, or without an account. */
export type Latest = { places: string | null }

/**
 * Tracks changes of readers' data, so that a server may keep what it knows about them (ADR-0319). The database notifies changes
 * of accounts, sessions, subscriptions, favourites and the like; `latest` waits for those that are on their way.
 */
export class ReaderChanges {
  readonly #listener: Listener
  /** Value of `#count` at the last change, by account. */
  readonly #changed = new Map<number, number>()
  /** The same for accounts that are not in the map. */
  #changedAll = 0
  #count = 0
  #asked: Asked[] = []
  #asking = false

  /** @param url of the database, without a pooler */
  constructor(url: string) {
    this.#listener = listenTo(url, 'readers', (payload) => this.#note(payload))
  }

  /** Resolves once it is connected. */
  get ready(): Promise<void> {
    return this.#listener.ready
  }

  /** Number of changes so far, for `isSameSince`. */
  get count(): number {
    return this.#count
  }

  /** Whether no change of an account was notified since the number of changes was `count`. */
  isSameSince(accountId: number, count: number): boolean {
    return Math.max(this.#changed.get(accountId) ?? 0, this.#changedAll) <= count
  }

  /**
   * Resolves when all changes that were committed before this call are noticed, whichever program made them. Simultaneous callers
   * share a round trip to the database.
   * @param accountId account whose reading places are requested, too
   * @returns null if the database cannot tell: something may have changed
   */
  latest(accountId: number | null): Promise<Latest | null> {
    return new Promise((resolve) => {
      this.#asked.push({ accountId, resolve })
      if (this.#asking) return
      this.#asking = true
      // After all requests that have arrived by now, and outside their traces, because one query serves all of them.
      outsideTraces(() => setImmediate(() => void this.#ask()))
    })
  }

  async close(): Promise<void> {
    await this.#listener.close()
  }

  async #ask(): Promise<void> {
    while (this.#asked.length > 0) {
      const asked = this.#asked
      this.#asked = []
      const ids = [...new Set(asked.flatMap(({ accountId }) => accountId ?? []))]
      const rows = await this.#listener.ask<{ id: number; places: string | null }>(
        ids.length > 0 ? { ...PLACES_OF_ACCOUNTS, values: [ids] } : NOTHING,
      )
      const found = rows && new Map(rows.map(({ id, places }) => [id, places]))
      for (const { accountId, resolve } of asked)
        resolve(found && { places: accountId === null ? null : (found.get(accountId) ?? null) })
    }
    this.#asking = false
  }

  #note(payload: string | null): void {
    this.#count++
    if (!payload || this.#changed.size >= MOST_REMEMBERED) {
      this.#changed.clear()
      this.#changedAll = this.#count
    } else this.#changed.set(Number(payload), this.#count)
  }
}
