import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD_OF_TESTS } from '@kiosk/backend/accounts/testing/accounts'
import { apiAddress, formOf } from '@kiosk/contract/route'
import { addBookmark, issueCover, newUser, search, user } from '@kiosk/contract/routes'
import { type TestServer, TOKEN } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import type { World } from './world.ts'

/** How many clients there are, how long each waits after an answer, and what they ask for in turn. */
type Use = { clients: number; thoughtMs: number; kinds: readonly Kind[] }
type Kind = 'home' | 'home of a reader' | 'search' | 'cover' | 'reader' | 'bookmark' | 'registration'

const BUSY: Use = {
  clients: 6,
  thoughtMs: 40,
  kinds: ['home', 'cover', 'reader', 'bookmark', 'home', 'cover', 'bookmark', 'registration'],
}
/** Together with two servers and their database, this takes about a third of a core. */
export const MODEST: Use = {
  clients: 6,
  thoughtMs: 180,
  kinds: [
    'home',
    'cover',
    'reader',
    'home of a reader',
    'search',
    'cover',
    'bookmark',
    'home of a reader',
    'home',
    'search',
    'cover',
    'registration',
  ],
}
/** Longer than any limit of the server. */
const HANGS_AFTER_MS = 30_000

type Counts = {
  answered: number
  /** Answers that say that something is not available (503), and requests without an answer. */
  failed: number
  /** Any other status, which nobody may see. */
  wrong: string[]
  slowestMs: number
}
/** A write: `mark` identifies it, and it was acknowledged or not. */
type Write = { kind: 'bookmark' | 'registration'; mark: string; acknowledged: boolean }

/** Readers and visitors who use the newsstand all the time; each sends one request after the other. */
export class Readers {
  readonly #world: World
  readonly #servers: () => readonly TestServer[]
  readonly #thoughtMs: number
  readonly #kinds: readonly Kind[]
  readonly #writes: Write[] = []
  #counts: Counts = { answered: 0, failed: 0, wrong: [], slowestMs: 0 }
  #stopped = false
  #paused = false
  #underWay = 0
  #turn = 0
  #requests = 0
  readonly #clients: Promise<void>[]

  /** @param servers asked in turn; default: all */
  constructor(
    world: World,
    { clients, thoughtMs, kinds }: Use = BUSY,
    servers: () => readonly TestServer[] = () => world.servers,
  ) {
    this.#world = world
    this.#servers = servers
    this.#thoughtMs = thoughtMs
    this.#kinds = kinds
    this.#clients = Array.from({ length: clients }, () => this.#read())
  }

  /** Returns what was counted since the last call. */
  takeCounts(): Counts {
    const counts = this.#counts
    this.#counts = { answered: 0, failed: 0, wrong: [], slowestMs: 0 }
    return counts
  }

  /** Resolves when no request is under way. */
  async pause(): Promise<void> {
    this.#paused = true
    while (this.#underWay > 0) await pause(this.#thoughtMs)
  }

  resume(): void {
    this.#paused = false
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  /** Whether one request of each kind succeeds now. */
  async allIsWell(): Promise<boolean> {
    const all = await Promise.all([...new Set(this.#kinds)].map((kind) => this.#request(kind)))
    return all.every((status) => status >= 200 && status < 300)
  }

  async #read(): Promise<void> {
    while (!this.#stopped) {
      if (this.#paused) {
        await pause(this.#thoughtMs)
        continue
      }
      const turn = this.#turn++
      const started = Date.now()
      this.#underWay++
      const kind = this.#kinds[turn % this.#kinds.length]!
      const status = await this.#request(kind)
      this.#underWay--
      const counts = this.#counts
      counts.answered++
      counts.slowestMs = Math.max(counts.slowestMs, Date.now() - started)
      if (status === 0 || status === 503) counts.failed++
      else if (status >= 300) counts.wrong.push(`${status} of ${kind}`)
      await pause(this.#thoughtMs)
    }
  }

  /** @returns status; 0 without an answer */
  async #request(kind: Kind): Promise<number> {
    const { issues, readers } = this.#world
    const number = ++this.#requests
    const servers = this.#servers()
    const server = servers[number % servers.length]
    if (!server) return 0
    const issue = issues[number % issues.length]!
    const cookie = readers[number % readers.length]!
    // Each from its own network, as readers are.
    const address = `198.${number % 199}.${(number >> 8) % 250}.${(number >> 4) % 250}`
    const ask = async (path: string, { body, cookie }: { body?: URLSearchParams; cookie?: string } = {}) => {
      const headers = { 'x-api-token': TOKEN, accept: 'image/webp,*/*', 'x-forwarded-for': address, ...(cookie && { cookie }) }
      const init = { headers, signal: AbortSignal.timeout(HANGS_AFTER_MS), ...(body && { method: 'POST', body }) }
      try {
        const response = await fetch(server.origin + path, init)
        await response.arrayBuffer()
        return response.status
      } catch {
        return 0
      }
    }
    if (kind === 'home') return ask('/')
    if (kind === 'home of a reader') return ask('/', { cookie })
    if (kind === 'search') return ask(apiAddress(search, {}, { q: `titel ${number % 500}` }))
    if (kind === 'cover') return ask(apiAddress(issueCover, { uid: issue.uid }, { coverheight: 280, v: issue.revision }))
    if (kind === 'reader') return ask(apiAddress(user, {}), { cookie })
    const write: Write =
      kind === 'bookmark'
        ? { kind, mark: `bookmark ${number}`, acknowledged: false }
        : { kind, mark: `new-${number}@faults.example.org`, acknowledged: false }
    this.#writes.push(write)
    const status =
      kind === 'bookmark'
        ? await ask(apiAddress(addBookmark, {}), {
            cookie,
            body: formOf({ issue: issue.uid, page: 1 + (number % 1_999), note: write.mark }),
          })
        : await ask(apiAddress(newUser, {}), { body: formOf({ email: write.mark, password: PASSWORD_OF_TESTS }) })
    write.acknowledged = status >= 200 && status < 300
    return status
  }

  /** Compares what was written since the last call with the database and the mail server. */
  async takeLosses(): Promise<{ acknowledged: number; lost: string[]; doubled: string[]; repeated: number }> {
    const { db } = this.#world.connection
    const bookmarks = await sql<{ mark: string }>`select note as mark from bookmarks`.execute(db)
    const accounts = await sql<{ mark: string }>`select email as mark from accounts`.execute(db)
    const sent = this.#world.mails.flatMap(({ to, messageId }) => (to ?? []).map(({ address }) => ({ address, messageId })))
    const times = (marks: (string | undefined)[]) => Map.groupBy(marks, (mark) => mark)
    const stored = times([...bookmarks.rows, ...accounts.rows].map(({ mark }) => mark))
    const mailed = Map.groupBy(sent, ({ address }) => address)
    const writes = this.#writes.splice(0)
    const lost: string[] = []
    const doubled: string[] = []
    let repeated = 0
    for (const { kind, mark, acknowledged } of writes) {
      const [rows, mails] = [stored.get(mark)?.length ?? 0, mailed.get(mark) ?? []]
      const different = new Set(mails.map(({ messageId }) => messageId)).size
      if (acknowledged && rows === 0) lost.push(mark)
      if (rows > 1) doubled.push(mark)
      // Without an answer, it may have been stored or not; an account always gets its e-mail.
      if (kind === 'registration' && rows > 0 && mails.length === 0) lost.push(`e-mail to ${mark}`)
      if (kind === 'registration' && different > 1) doubled.push(`e-mail to ${mark}`)
      // The mail server had accepted it, but the process that knew died before it recorded that (ADR-0311).
      repeated += mails.length - different
    }
    return { acknowledged: writes.filter(({ acknowledged }) => acknowledged).length, lost, doubled, repeated }
  }
}
