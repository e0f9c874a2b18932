import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { apiAddress, formOf } from '@kiosk/contract/route'
import { addBookmark, addFavourite, issueCover, keepPlace, removeFavourite, search, user } from '@kiosk/contract/routes'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { TOKEN } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import type { World } from '../faults/world.ts'
import { HOST } from './front.ts'

const CLIENTS = 8
/** Limit for each client, because the writes of an address are limited. */
const ADDRESSES = 32
/**
 * Time from the start of a client's request to the start of its next one: 250 a second in all, which two servers on two cores can
 * answer.
 */
const REQUEST_EVERY_MS = 32
/** Longer than any limit of the server. */
const HANGS_AFTER_MS = 30_000
const MOST_SHOWN = 20

/** Repeated in this order by each client; an eighth are POSTs, which no proxy repeats. */
const KINDS = [
  'home',
  'file',
  'cover',
  'bookmark',
  'file',
  'home of a reader',
  'favourite',
  'cover',
  'issue',
  'file',
  'reader',
  'place',
  'home',
  'file',
  'cover',
  'bookmark',
  'file',
  'issue',
  'no favourite',
  'cover',
  'home',
  'file',
  'bookmark',
  'search',
] as const

type Asked = {
  method: string
  path: string
  form?: Record<string, string | number> | undefined
  isReader?: boolean
  mark?: string
}

/**
 * Visitors and readers with addresses and kept connections of their own; each sends one request after the other and repeats none.
 */
export class Clients {
  answered = 0
  /** What went wrong, when, and for which request. */
  readonly failed: { cause: string; request: string }[] = []
  readonly #world: World
  readonly #port: number
  readonly #acknowledged: string[] = []
  readonly #sent: string[] = []
  #stopped = false
  readonly #clients: Promise<void>[]
  readonly #keys: string[]

  constructor(world: World, keys: string[], port: number) {
    this.#world = world
    this.#keys = keys
    this.#port = port
    this.#clients = Array.from({ length: CLIENTS }, (_, client) => this.#use(client))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  async #use(client: number): Promise<void> {
    const agents = Array.from({ length: ADDRESSES }, (_, index) => {
      const localAddress = `127.9.${index + 1}.${client + 1}`
      return new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false, servername: HOST, localAddress })
    })
    /** The files of the page that this client sees. */
    let files: string[] = []
    const { readers } = this.#world
    for (let turn = client; !this.#stopped; turn++) {
      const cookie = readers[turn % readers.length]!.replace(SESSION_COOKIE.loopback, SESSION_COOKIE.secure)
      const kind = KINDS[turn % KINDS.length]!
      const next = pause(REQUEST_EVERY_MS)
      const asked = this.#requestOf(kind, client, turn, files)
      if (asked.mark) this.#sent.push(asked.mark)
      const { status, body } = await this.#send(agents[turn % ADDRESSES]!, asked, cookie)
      this.answered++
      if (status >= 200 && status < 300) {
        if (asked.mark) this.#acknowledged.push(asked.mark)
        if (kind === 'home' || kind === 'issue' || kind === 'home of a reader') files = filesOf(body)
      } else {
        const [cause, request] = [
          String(status || body),
          `${new Date().toISOString().slice(11, 23)} ${asked.method} ${asked.path}`,
        ]
        if (this.failed.length < MOST_SHOWN)
          console.log(`  ${cause} for ${request}: ${body.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
        this.failed.push({ cause, request })
      }
      await next
    }
    for (const agent of agents) agent.destroy()
  }

  #requestOf(kind: (typeof KINDS)[number], client: number, turn: number, files: string[]): Asked {
    const { issues } = this.#world
    const issue = issues[turn % issues.length]!
    const magazinekey = this.#keys[turn % this.#keys.length]!
    const mark = `client ${client} turn ${turn}`
    const of = {
      home: { method: 'GET', path: '/' },
      'home of a reader': { method: 'GET', path: '/', isReader: true },
      issue: { method: 'GET', path: `/magazines/issues/${issue.uid}` },
      file: { method: 'GET', path: files[turn % files.length] ?? '/robots.txt' },
      cover: { method: 'GET', path: apiAddress(issueCover, { uid: issue.uid }, { coverheight: 280, v: issue.revision }) },
      search: { method: 'GET', path: apiAddress(search, {}, { q: `titel ${turn % 50}` }) },
      reader: { method: 'GET', path: apiAddress(user, {}), isReader: true },
      bookmark: {
        method: 'POST',
        path: apiAddress(addBookmark, {}),
        isReader: true,
        mark,
        form: { issue: issue.uid, page: 1 + ((turn * CLIENTS + client) % 1_999), note: mark },
      },
      favourite: { method: 'PUT', path: apiAddress(addFavourite, { magazinekey }), isReader: true },
      'no favourite': { method: 'DELETE', path: apiAddress(removeFavourite, { magazinekey }), isReader: true },
      place: {
        method: 'PUT',
        path: apiAddress(keepPlace, { uid: issue.uid }),
        isReader: true,
        form: { page: 1 + (turn % 1_999) },
      },
    } satisfies Record<(typeof KINDS)[number], Asked>
    return of[kind]
  }

  /** @returns status, 0 without an answer; `body` then explains why */
  #send(agent: Agent, { method, path, form, isReader }: Asked, cookie: string): Promise<{ status: number; body: string }> {
    const body = form && formOf(form).toString()
    const headers = {
      host: HOST,
      'x-api-token': TOKEN,
      accept: 'text/html,image/webp,*/*',
      ...(isReader && { cookie }),
      ...(body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, body: error.message })
      const options = { host: '127.0.0.1', port: this.#port, agent, method, path, headers, timeout: HANGS_AFTER_MS }
      const sent = request(options, (response) => {
        text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), failed)
      })
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.on('error', failed)
      sent.end(body)
    })
  }

  /** Compares the bookmarks that were sent with the database. */
  async losses(): Promise<{ acknowledged: number; lost: string[]; doubled: string[] }> {
    const { rows } = await sql<{ note: string; count: string }>`select note, count(*) from bookmarks group by note`.execute(
      this.#world.connection.db,
    )
    const stored = new Map(rows.map(({ note, count }) => [note, Number(count)]))
    return {
      acknowledged: this.#acknowledged.length,
      lost: this.#acknowledged.filter((mark) => !stored.has(mark)),
      doubled: this.#sent.filter((mark) => (stored.get(mark) ?? 0) > 1),
    }
  }
}

const filesOf = (html: string) => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/(?:\w+\/)?assets\/[^"]+)"/g)].map(([, path]) => path!)),
]
