// How each alert is caused, in this order. A real part fails, unless the alert needs hours or an outsider. Each alert lists what
// its page of the runbook says to look at.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD_OF_TESTS } from '@kiosk/backend/accounts/testing/accounts'
import { issuePdf } from '@kiosk/backend/adapters/storage/port'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { apiAddress } from '@kiosk/contract/route'
import { access, addBookmark, issueCover, login, pageImage, user } from '@kiosk/contract/routes'
import { dayInUtc } from '@kiosk/domain/day'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { plainIssue, UPRIGHT } from '@kiosk/importer/testing/malformed-pdfs'
import { TOKEN } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import { DECLINED, type Newsstand, type Server, until } from './newsstand.ts'

/** Something that an alert's page says to look at, and what must be seen there. */
export type Look =
  | { command: string[]; says: RegExp }
  | { path: string; of: 'web' | 'worker'; says: RegExp }
  | { log: RegExp; of: 'web' | 'worker' }
  /** Has at least one result. */
  | { query: string }
  | { sql: string; says: RegExp }

export type Cause = {
  alert: string
  what: string
  /** What database rows stand in for, because it takes hours or days. */
  aged?: string
  /** Other alerts that this cause explains. */
  mayRaise: string[]
  /** @returns what ends it, as the operator would */
  begin(newsstand: Newsstand): Promise<() => Promise<unknown>>
  looks: Look[]
}

/** Numbers of the subscribers whose renewals are charged for an alert. */
const SUBSCRIBERS_OF = {
  // Half of them are declined.
  manyDeclines: { from: DECLINED.from, to: 30 },
  providerFailing: { from: 31, to: 100 },
  paymentsPending: { from: 101, to: 103 },
  renewalsOverdue: { from: 104, to: 106 },
}
const APPEARS_WITHIN_MS = 60 * SECOND_MS
const TURN_MS = { stopped: 700, running: 200 }
const PAGES = 150
/** Free disk space that is too little for the rule. */
const LEFT_BYTES = 1.9e9

/** Starts clients that repeat a request without a pause, each from its own network. Returns what stops them. */
function clients(count: number, request: (client: number, nth: number, signal: AbortSignal) => Promise<unknown>) {
  const stopping = new AbortController()
  const running = Array.from({ length: count }, async (_, client) => {
    for (let nth = 0; !stopping.signal.aborted; nth++)
      await request(client, nth, stopping.signal).catch(() => pause(100, undefined, { ref: false }))
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

type Asking = { client: number; cookie?: string | undefined; body?: URLSearchParams; signal?: AbortSignal }
async function ask(
  { origin }: Pick<Server, 'origin'>,
  path: string,
  { client, cookie, body, signal }: Asking,
): Promise<Response> {
  const address = `203.0.${(client >> 7) % 256}.${1 + (client % 127)}`
  const headers = { 'x-api-token': TOKEN, 'x-forwarded-for': address, accept: 'image/webp,*/*', ...(cookie && { cookie }) }
  return fetch(origin + path, { headers, ...(body && { method: 'POST', body }), ...(signal && { signal }) })
}
const drained = async (response: Promise<Response>) => (await response).arrayBuffer()

/** Readers who ask for their account. */
const accountCallers = ({ web, world }: Newsstand, count: number) =>
  clients(count, (client, _, signal) =>
    drained(ask(web, apiAddress(user, {}), { client, cookie: world.readers[client % world.readers.length], signal })),
  )

/** Saves a bookmark, so that the table is used. */
const bookmark = ({ web, world }: Newsstand, client: number) =>
  drained(
    ask(web, apiAddress(addBookmark, {}), {
      client,
      cookie: world.readers[client % world.readers.length],
      body: new URLSearchParams({ issue: world.issues[0]!.uid, page: String(2 + client), note: 'x' }),
    }),
  )

const rename = ({ world }: Newsstand, from: string, to: string) =>
  sql`alter table ${sql.table(from)} rename to ${sql.raw(to)}`.execute(world.connection.db)

/** A connection that holds the table of sessions until it is closed or ended. */
async function lockSessions({ world }: Newsstand): Promise<{ held: Connection; release(): Promise<void> }> {
  const held = open(world.url, 1)
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = held.db.transaction().execute(async (trx) => {
    await sql`lock table sessions in access exclusive mode`.execute(trx)
    locked.resolve()
    await released.promise
  })
  transaction.catch(locked.reject)
  await locked.promise
  return {
    held,
    async release() {
      released.resolve()
      // Somebody may have ended the connection.
      await transaction.catch(() => {})
      await held.close().catch(() => {})
    },
  }
}

type Numbers = { from: number; to: number }
const OF_SUBSCRIBERS = ({ from, to }: Numbers) => sql`account_id in (
  select id from accounts where email = any(select 'abo-' || n || '@example.org' from generate_series(${from}::int, ${to}::int) n))`

/** Makes the renewals of subscribers due this many days ago. */
async function fallDue({ world }: Newsstand, numbers: Numbers, agoMs: number): Promise<void> {
  const { db } = world.connection
  // Of whole milliseconds, as the newsstand has all times of subscriptions.
  const by = sql`(next_charge_at - date_trunc('milliseconds', now() - make_interval(secs => ${agoMs / SECOND_MS})))`
  await sql`with moved as (
      select id, ${by} as by from subscriptions where ${OF_SUBSCRIBERS(numbers)} and state = 'active' and next_charge_at > now()),
    periods_moved as (update periods set starts_at = starts_at - by, ends_at = ends_at - by from moved where subscription_id = moved.id)
    update subscriptions set starts_at = starts_at - by, ends_at = ends_at - by, next_charge_at = next_charge_at - by
      from moved where subscriptions.id = moved.id`.execute(db)
}

const queue = ({ world }: Newsstand, name: 'billing' | 'housekeeping' | 'payments' | 'reconcile', at?: Date) =>
  enqueue(world.connection.db, name, {}, { key: name, ...(at && { at }) })

/** Answers everything with 500. */
async function failingServer() {
  const server = createServer((_, response) => response.writeHead(500).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

const pendingPayments = ({ world }: Newsstand) =>
  world.connection.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
    .then((rows) => rows.length)

/** Makes payments without a result look as if they had been ordered and queried this much earlier. */
const agePayments = ({ world }: Newsstand, minutes: number) =>
  sql`update payment_attempts set created_at = created_at - make_interval(mins => ${minutes}),
    sent_at = sent_at - make_interval(mins => ${minutes}) where state in ('sent', 'unknown')`.execute(world.connection.db)

/** Queries the provider at once about payments without a result. */
async function settlePayments(newsstand: Newsstand): Promise<void> {
  await agePayments(newsstand, 2)
  await queue(newsstand, 'payments')
  await until(async () => (await pendingPayments(newsstand)) === 0, APPEARS_WITHIN_MS, 'payments with a result')
}

export const CAUSES: Cause[] = [
  {
    alert: 'ErrorsLogged',
    what: 'a table is missing for a moment, and twenty requests fail within it',
    mayRaise: ['ServerErrors'],
    async begin(newsstand) {
      await rename(newsstand, 'bookmarks', 'bookmarks_away')
      await Promise.all(Array.from({ length: 20 }, (_, client) => bookmark(newsstand, client)))
      await rename(newsstand, 'bookmarks_away', 'bookmarks')
      return async () => {}
    },
    looks: [{ log: /"level":50.*"event":"request.failed"/, of: 'web' }],
  },
  {
    alert: 'ServerDown',
    what: 'the server for requests is killed',
    mayRaise: [],
    async begin({ web }) {
      await web.stop('SIGKILL')
      return () => web.start()
    },
    looks: [{ query: 'up{job="read-it"} == 0' }],
  },
  {
    alert: 'DatabaseAway',
    what: 'the database is stopped',
    mayRaise: ['ServerErrors', 'SlowAnswers', 'ErrorsLogged', 'ConnectionsExhausted', 'ReplicaNotUsed', 'JobsStalled'],
    async begin({ world }) {
      await world.database.stop()
      return () => world.database.start()
    },
    looks: [
      { path: '/health', of: 'web', says: /^503 .*no database/s },
      { command: ['doctor'], says: /^error\s+database: .+ – Check DATABASE_URL and whether PostgreSQL is running/m },
    ],
  },
  {
    alert: 'JobsStalled',
    what: 'the connections of the workers are frozen',
    mayRaise: ['ErrorsLogged'],
    async begin({ direct }) {
      direct.freeze()
      return async () => direct.restore()
    },
    looks: [
      { log: /"event":"jobs.stalled"/, of: 'worker' },
      { path: '/health', of: 'worker', says: /jobs stalled/ },
    ],
  },
  {
    alert: 'JobsWaiting',
    what: 'the only worker is stopped',
    aged: 'a job has been due for 16 minutes',
    mayRaise: [],
    async begin(newsstand) {
      await newsstand.worker.stop('SIGTERM')
      await queue(newsstand, 'housekeeping', new Date(Date.now() - 16 * MINUTE_MS))
      return () => newsstand.worker.start()
    },
    looks: [
      { command: ['jobs'], says: /^housekeeping\s+waiting\s+1$/m },
      { command: ['doctor'], says: /^warning\s+jobs: the oldest job that is due \(housekeeping\) has waited for 16 minutes/m },
    ],
  },
  {
    alert: 'JobsFailed',
    what: 'the last attempt of an e-mail, without its mail server',
    mayRaise: ['MailServerFailing', 'ErrorsLogged'],
    async begin({ world, kiosk }) {
      world.mail.takeDown()
      const accountId = (await world.connection.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id
      await enqueue(world.connection.db, 'letter', { letter: 'password-changed', accountId }, { tries: 1 })
      return async () => {
        world.mail.restore()
        const { text } = await kiosk('jobs', '--retry', 'all')
        if (!text.includes('1 job: queued again.')) throw new Error(`jobs --retry: ${text}`)
      }
    },
    looks: [
      { command: ['jobs'], says: /^#\d+ letter \(password-changed\): failed, try 1 of 1\n {4}\S/m },
      { query: 'kiosk_jobs{task="letter",state="failed"} == 1' },
    ],
  },
  {
    alert: 'ConnectionsExhausted',
    what: 'a transaction holds the table of sessions, and twenty readers ask for their account',
    mayRaise: ['ServerErrors', 'SlowAnswers', 'ErrorsLogged'],
    async begin(newsstand) {
      const { release } = await lockSessions(newsstand)
      const stop = accountCallers(newsstand, 20)
      return async () => {
        // As its page of the runbook says.
        await sql`select pg_terminate_backend(holder) from (
          select distinct unnest(pg_blocking_pids(pid)) as holder from pg_stat_activity where wait_event_type = 'Lock') as found`.execute(
          newsstand.world.connection.db,
        )
        await release()
        await stop()
      }
    },
    looks: [
      {
        query:
          'kiosk_database_connections{pool="accounts",state="used"} == ignoring(state) kiosk_database_connections{pool="accounts",state="limit"}',
      },
      {
        sql: `select pid, application_name, state, wait_event_type, now() - query_start, left(query, 80)
          from pg_stat_activity where state <> 'idle' order by query_start`,
        says: /"wait_event_type":"Lock"/,
      },
    ],
  },
  {
    alert: 'ReplicaNotUsed',
    what: 'the replica cannot be reached',
    mayRaise: [],
    async begin({ replica }) {
      replica.takeDown()
      return async () => replica.restore()
    },
    looks: [
      { path: '/health', of: 'web', says: /"replica":"(?!used)/ },
      { log: /"event":"replica.not-used"/, of: 'web' },
      { command: ['doctor'], says: /^warning\s+replica: it is not used/m },
    ],
  },
  {
    alert: 'ServerErrors',
    what: 'a table is missing, as after a wrong migration',
    mayRaise: ['ErrorsLogged'],
    async begin(newsstand) {
      await rename(newsstand, 'bookmarks', 'bookmarks_away')
      const stop = clients(2, async (client, nth) => {
        await bookmark(newsstand, client + nth)
        await pause(200)
      })
      return async () => {
        await rename(newsstand, 'bookmarks_away', 'bookmarks')
        await stop()
      }
    },
    looks: [
      { log: /"event":"request.failed"/, of: 'web' },
      { query: 'sum by (program) (rate(kiosk_request_seconds_count{status="5xx"}[5s])) > 0' },
    ],
  },
  {
    alert: 'SlowAnswers',
    what: 'a transaction holds the table of sessions for two seconds, again and again',
    mayRaise: [],
    async begin(newsstand) {
      let ended = false
      const locking = (async () => {
        while (!ended) {
          const { release } = await lockSessions(newsstand)
          await pause(2 * SECOND_MS)
          await release()
          await pause(50)
        }
      })()
      const stop = accountCallers(newsstand, 6)
      return async () => {
        ended = true
        await locking
        await stop()
      }
    },
    looks: [{ log: /"event":"request.answered".*"route":"user".*"ms":[12]\d{3}/, of: 'web' }],
  },
  {
    alert: 'MailServerFailing',
    what: 'the mail server is gone, while readers register',
    mayRaise: ['ErrorsLogged'],
    async begin({ world }) {
      world.mail.takeDown()
      return async () => {
        world.mail.restore()
        await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`.execute(
          world.connection.db,
        )
      }
    },
    looks: [
      { command: ['doctor'], says: /^error\s+mail server: .+/m },
      { command: ['jobs'], says: /letter \(\S+\): again, try \d+ of 25, next \S+\n {4}\S/ },
    ],
  },
  {
    alert: 'StorageFailing',
    what: 'the file storage is frozen, and forty visitors ask for covers',
    mayRaise: ['ServerErrors', 'SlowAnswers', 'ErrorsLogged'],
    async begin({ world, web }) {
      world.storage.freeze()
      const { issues } = world
      const stop = clients(40, (client, nth, signal) => {
        const { uid, revision } = issues[(client + nth) % issues.length]!
        return drained(ask(web, apiAddress(issueCover, { uid }, { coverheight: 280, v: revision }), { client, signal }))
      })
      return async () => {
        world.storage.restore()
        await stop()
      }
    },
    looks: [{ command: ['doctor'], says: /^error\s+files: .+/m }],
  },
  {
    alert: 'ReconciliationLate',
    what: 'the provider refuses the lists for the nightly comparison (500)',
    aged: 'the last one that succeeded was 73 hours ago',
    mayRaise: ['PaymentProviderFailing'],
    async begin(newsstand) {
      const { world, provider, sandbox, kiosk } = newsstand
      const { db } = world.connection
      await queue(newsstand, 'reconcile')
      await until(
        async () => (await db.selectFrom('reconciled_until').select('provider').execute()).length > 0,
        APPEARS_WITHIN_MS,
        'a first comparison',
      )
      const failing = await failingServer()
      provider.forwardTo(failing.port)
      await sql`update reconciled_until set until = until - interval '73 hours'`.execute(db)
      await queue(newsstand, 'reconcile')
      return async () => {
        provider.forwardTo(Number(new URL(sandbox.url).port))
        await failing.close()
        const { code, text } = await kiosk('reconcile', '--repair')
        if (code !== 0) throw new Error(`reconcile --repair: ${text}`)
      }
    },
    looks: [{ log: /"event":"reconcile.failed"/, of: 'worker' }],
  },
  {
    alert: 'OperatorAlarm',
    what: 'the provider has a charge that the newsstand does not know',
    mayRaise: ['ErrorsLogged'],
    async begin({ sandbox, kiosk }) {
      const charge = {
        amount: 1234,
        currency: 'EUR',
        method: 'method-31',
        initiator: 'merchant',
        returnUrl: '',
        description: 'x',
      }
      const response = await fetch(`${sandbox.url}/v1/charges`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ attemptId: randomUUID(), ...charge }),
      })
      if (!response.ok) throw new Error(`a charge: ${response.status} ${await response.text()}`)
      const today = dayInUtc(new Date())
      await kiosk('reconcile', '--repair', '--until', today)
      return async () => {
        const { text } = await kiosk('suspense', 'list')
        const [, id] = /(?:^|\s)#?(\d+)\s.*12\.34/m.exec(text) ?? []
        const booked = await kiosk('suspense', 'book', id ?? '0', '--as', 'income', '--why', 'belongs to no subscription')
        if (booked.code !== 0) throw new Error(`suspense book: ${text}${booked.text}`)
      }
    },
    looks: [
      { command: ['doctor'], says: /^warning\s+alarms: 1 open: suspense/m },
      { sql: 'select kind from operator_alarms where cleared_at is null', says: /suspense/ },
    ],
  },
  {
    alert: 'ManyDeclines',
    what: 'thirty renewals in one night, half of them declined',
    aged: 'the renewals are due',
    mayRaise: ['ConnectionsExhausted'],
    async begin(newsstand) {
      await fallDue(newsstand, SUBSCRIBERS_OF.manyDeclines, MINUTE_MS)
      await queue(newsstand, 'billing')
      return async () => {}
    },
    looks: [
      { query: 'kiosk_charges_total{initiator="merchant",provider="sandbox",result="declined",code="insufficient_funds"} > 10' },
    ],
  },
  {
    alert: 'ImagesWaiting',
    what: '120 readers of a new issue ask for large pages that nobody has seen before',
    mayRaise: ['SlowAnswers', 'EventLoopBlocked', 'ConnectionsExhausted'],
    async begin({ world, web }) {
      const { db } = world.connection
      const title = await createTitle(db, { subscriptions: [1] })
      const pages = Array.from({ length: PAGES }, (_, page) => `Seite ${page}`)
      const issue = await createIssue(db, { title, pages, source_sha256: 'large' })
      await world.files.write(issuePdf(issue.uid, issue.revision), plainIssue(PAGES, 'Probe', UPRIGHT))
      await until(
        async () => (await ask(web, apiAddress(access, { uid: issue.uid }), { client: 0 })).ok,
        APPEARS_WITHIN_MS,
        'the new issue',
      )
      const signatures = await Promise.all(
        world.readers.map(async (cookie, client) => {
          const answer = await ask(web, apiAddress(access, { uid: issue.uid }), { client, cookie })
          return ((await answer.json()) as { signature: string }).signature
        }),
      )
      const stop = clients(120, (client, nth, signal) => {
        const reader = client % world.readers.length
        const page = 1 + ((client + nth) % PAGES)
        const address = apiAddress(pageImage, { uid: issue.uid, page }, { width: 2480, format: 'avif', v: issue.revision })
        return drained(ask(web, `${address}&${signatures[reader]}`, { client: reader, cookie: world.readers[reader], signal }))
      })
      return stop
    },
    looks: [{ query: 'kiosk_image_renders{state="running"} > 0' }],
  },
  {
    alert: 'PaymentProviderFailing',
    what: 'the provider answers renewals with 500',
    aged: 'the renewals are due',
    // Invoices and e-mails of all these renewals follow at once.
    mayRaise: ['ErrorsLogged', 'ManyDeclines', 'ConnectionsExhausted'],
    async begin(newsstand) {
      const { provider, sandbox } = newsstand
      const failing = await failingServer()
      provider.forwardTo(failing.port)
      const { from, to } = SUBSCRIBERS_OF.providerFailing
      let next = from
      const stop = clients(1, async () => {
        if (next <= to) {
          await fallDue(newsstand, { from: next, to: next + 1 }, MINUTE_MS)
          next += 2
        }
        await queue(newsstand, 'billing')
        await pause(SECOND_MS)
      })
      return async () => {
        provider.forwardTo(Number(new URL(sandbox.url).port))
        await failing.close()
        await stop()
        await settlePayments(newsstand)
      }
    },
    looks: [
      { log: /"event":"charge.interrupted"/, of: 'worker' },
      { query: 'kiosk_payment_provider_seconds_count{call="charge",result="failed",provider="sandbox"} > 0' },
    ],
  },
  {
    alert: 'PaymentsPending',
    what: 'the provider cannot be reached when three renewals are charged, and is asked again and again',
    aged: 'the renewals are due, and their charges an hour old',
    mayRaise: ['PaymentProviderFailing', 'ErrorsLogged'],
    async begin(newsstand) {
      newsstand.provider.takeDown()
      await fallDue(newsstand, SUBSCRIBERS_OF.paymentsPending, MINUTE_MS)
      await queue(newsstand, 'billing')
      await until(async () => (await pendingPayments(newsstand)) === 3, APPEARS_WITHIN_MS, 'payments without a result')
      await agePayments(newsstand, 61)
      await queue(newsstand, 'payments')
      return async () => {
        newsstand.provider.restore()
        await settlePayments(newsstand)
      }
    },
    looks: [{ log: /"event":"charge.provider-unreachable"/, of: 'worker' }],
  },
  {
    alert: 'RenewalsOverdue',
    what: 'the only worker is stopped',
    aged: 'three renewals have been due for two hours',
    mayRaise: ['JobsWaiting'],
    async begin(newsstand) {
      await newsstand.worker.stop('SIGTERM')
      await fallDue(newsstand, SUBSCRIBERS_OF.renewalsOverdue, 2 * HOUR_MS)
      return async () => {
        await newsstand.worker.start()
        const { code, text } = await newsstand.kiosk('billing', 'run')
        if (code !== 0) throw new Error(`billing run: ${text}`)
      }
    },
    looks: [{ command: ['doctor'], says: /^error\s+renewals: 3 subscriptions should have been renewed an hour ago/m }],
  },
  {
    alert: 'SignInsRefused',
    what: '505 wrong passwords for as many names, from as many networks',
    aged: 'afterwards, an hour passes',
    mayRaise: ['SlowAnswers'],
    async begin(newsstand) {
      const { web, world } = newsstand
      let count = 0
      const stop = clients(4, async () => {
        if (++count > 505) return pause(SECOND_MS)
        const body = new URLSearchParams({ username: `nobody-${count}@example.org`, password: PASSWORD_OF_TESTS })
        await drained(ask(web, apiAddress(login, {}), { client: 1_000 + count, body }))
      })
      return async () => {
        await stop()
        await world.connection.db.transaction().execute(async (trx) => {
          // Nobody may change events, which a trigger ensures.
          await sql`set local session_replication_role = replica`.execute(trx)
          await sql`update security_events set at = at - interval '1 hour'`.execute(trx)
        })
      }
    },
    looks: [{ command: ['security'], says: /^sign-in\.rejected: 50\d from \d+ networks .*STORM/m }],
  },
  {
    alert: 'EventLoopBlocked',
    what: `the process is stopped (SIGSTOP) for ${TURN_MS.stopped} of ${TURN_MS.stopped + TURN_MS.running} ms`,
    mayRaise: ['ServerDown', 'SlowAnswers', 'ServerErrors', 'ReplicaNotUsed', 'ErrorsLogged'],
    async begin({ web }) {
      const { process } = web.running()!
      let ended = false
      const turns = (async () => {
        while (!ended) {
          process.kill('SIGSTOP')
          await pause(TURN_MS.stopped)
          process.kill('SIGCONT')
          await pause(TURN_MS.running)
        }
      })()
      return async () => {
        ended = true
        await turns
      }
    },
    looks: [],
  },
  {
    alert: 'DiskFull',
    what: 'the disk of DATA_DIR is filled',
    mayRaise: [],
    async begin({ disk }) {
      if (!disk) throw new Error('this user may not mount a file system')
      const filler = join(disk, 'filler')
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES))
      return async () => rmSync(filler)
    },
    looks: [{ command: ['doctor'], says: /^(warning|error)\s+data folder: .+/m }],
  },
]
