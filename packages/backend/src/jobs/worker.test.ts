import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { type Mailer, OutcomeUnknown } from '../adapters/mail/port.ts'
import { smtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { type TestMailServer, testMailServer } from '../adapters/mail/testing/mail-server.ts'
import type { CardProvider } from '../adapters/payments/port.ts'
import { fakeCardProvider } from '../adapters/payments/testing/fake-card-provider.ts'
import type { AppContext } from '../context.ts'
import { type Connection, poolOf } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { dropJobs, retryJobs } from '../desk/manage-jobs.ts'
import { enqueueEmails } from '../emails/enqueue-emails.ts'
import { errorInLog } from '../error-in-log.ts'
import { housekeeping } from '../housekeeping.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'
import { traceId } from '../trace.ts'
import { enqueue } from './enqueue.ts'
import { countJobs, failedJobs, troubledJobs } from './queries.ts'
import { startWorker as runJobs, runWaitingJobs, workerNames } from './testing/run-jobs.ts'
import { releaseStaleJobs, runWaitingJobs as runQueues } from './worker.ts'

let connection: Connection
let server: TestMailServer
let mailer: Mailer
let api: TestApi
const logged: string[] = []
const workers: ChildProcess[] = []

beforeAll(async () => {
  connection = await testDatabase()
})
beforeEach(async () => {
  server = await testMailServer()
  mailer = smtpMailer(server.url, { name: 'read-it', address: 'kiosk@example.org' })
  logged.length = 0
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  api = await testApi(connection, { mailer, log })
})
afterEach(async () => {
  for (const worker of workers.splice(0)) if (worker.kill('SIGKILL')) await once(worker, 'exit')
  await api.close()
  await mailer.close()
  await server.close()
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
})
afterAll(() => connection.close())

const now = () => runWaitingJobs(connection.url, api.ctx)
const readers = () => server.mails.map(({ to }) => to?.[0]?.address)

/** Creates an account and adds its e-mail, in a transaction that commits or is rolled back; null = rolled back. */
async function register(commits = true, email?: string) {
  const account = await connection.db
    .transaction()
    .execute(async (trx) => {
      const made = await createAccount(trx, { verified_at: null, ...(email && { email }) })
      await enqueue(trx, 'letter', { letter: 'verification', accountId: made.id })
      if (!commits) throw new Error('rolled back')
      return made
    })
    .catch(() => null)
  return account
}

test('sends an e-mail exactly when the transaction of its account commits', async () => {
  const account = await register()
  expect(await register(false)).toBeNull()
  await now()
  expect(readers()).toEqual([account?.email])
  expect(await countJobs(connection.db)).toEqual([])
})

test('retries a deferred e-mail with growing delays and the same message id', async () => {
  const account = (await register())!
  server.answers.recipient = (address) => `450 4.2.1 <${address}> try later`
  const delays: number[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    await now()
    const [job] = await troubledJobs(connection.db, 10)
    expect(job).toMatchObject({ letter: 'verification', state: 'again', attempts: attempt })
    delays.push(job!.runAt.getTime() - Date.now())
    expect(job!.error).toContain('450 4.2.1')
    expect(job!.error).not.toContain(account.email)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)
  }
  expect(delays[1]!).toBeGreaterThan(delays[0]!)
  expect(delays[3]!).toBeGreaterThan(delays[2]! * 2)
  const [waiting] = await troubledJobs(connection.db, 10)
  delete server.answers.recipient
  await now()
  expect(readers()).toEqual([account.email])
  expect(server.mails[0]?.messageId).toBe(`<letter-${waiting!.id}@kiosk.example.org>`)
  expect(logged.join('')).not.toContain(account.email)
})

test('resends a delivered but unconfirmed e-mail as the same message with working links', async () => {
  await register()
  let received = false
  const disconnecting = {
    ...mailer,
    send: async (mail: Parameters<Mailer['send']>[0]) => {
      await mailer.send(mail)
      if (!received) {
        received = true
        throw new Error('connection lost')
      }
    },
  }
  const other = await testApi(connection, { mailer: disconnecting })
  await runWaitingJobs(connection.url, other.ctx)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)
  await runWaitingJobs(connection.url, other.ctx)
  await other.close()
  expect(server.mails).toHaveLength(2)
  expect(server.mails[0]!.messageId).toBe(server.mails[1]!.messageId)
  const { rows } = await sql`select from one_time_tokens where used_at is null and expires_at > now()`.execute(connection.db)
  expect(rows.length).toBeGreaterThanOrEqual(2)
})

test('resends an e-mail of unknown outcome once, an hour later, as the same message, and never a third time', async () => {
  await register()
  const sent: string[] = []
  const silent: Mailer = {
    ...mailer,
    async send({ messageId }) {
      sent.push(messageId)
      throw new OutcomeUnknown('no reply to the e-mail')
    },
  }
  const other = await testApi(connection, { mailer: silent })
  const delays: number[] = []
  for (let each = 0; each < 5; each++) {
    await runWaitingJobs(connection.url, other.ctx)
    const { rows } = await sql<{ minutes: number }>`select round(extract(epoch from run_at - now()) / 60)::int as minutes
      from graphile_worker._private_jobs`.execute(connection.db)
    delays.push(...rows.map(({ minutes }) => minutes))
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)
  }
  await other.close()
  expect(delays).toEqual([60])
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
  expect(await countJobs(connection.db)).toEqual([])
})

test('a slow mail host delays neither other e-mails nor other jobs, and its own e-mails arrive', async () => {
  await server.close()
  const gate = Promise.withResolvers<void>()
  server = await testMailServer({
    onRcptTo({ address }, _session, done) {
      void (address.endsWith('@slow.example') ? gate.promise : Promise.resolve()).then(() => done())
    },
  })
  await mailer.close()
  mailer = smtpMailer(server.url, { name: 'read-it', address: 'kiosk@example.org' })
  await api.close()
  api = await testApi(connection, { mailer })
  const slow = await Promise.all(Array.from({ length: 8 }, (_, each) => register(true, `slow-${each}@slow.example`)))
  const worker = await runJobs(connection.url, api.ctx)
  await within(5_000, async () => (await countJobs(connection.db)).some(({ state }) => state === 'running'))
  const quick = await register()
  await enqueue(connection.db, 'housekeeping', {})
  await within(20_000, async () => readers().includes(quick!.email))
  await within(20_000, async () => (await countJobs(connection.db)).every(({ name }) => name !== 'housekeeping'))
  expect(readers()).toEqual([quick!.email])
  gate.resolve()
  await within(40_000, async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(connection.db)
    return slow.every((account) => readers().includes(account!.email))
  })
  await worker.close()
  expect(readers()).toHaveLength(9)
})

test('a payment provider that does not answer delays no other job', async () => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const card: CardProvider = {
    ...fakeCardProvider().provider,
    // biome-ignore lint/correctness/useYield: it has nothing to list
    async *movements() {
      asked++
      await gate.promise
    },
  }
  const shop = await testApi(connection, { payments: { card, wallet: null, store: null } })
  const worker = await runJobs(connection.url, shop.ctx)
  for (let each = 0; each < 3; each++) await enqueue(connection.db, 'reconcile', {})
  await within(10_000, async () => asked === 2)
  await enqueue(connection.db, 'housekeeping', {})
  await within(20_000, async () => (await countJobs(connection.db)).every(({ name }) => name !== 'housekeeping'))
  gate.resolve()
  await worker.close()
  await shop.close()
})

test('bulk e-mails leave capacity for urgent ones', async () => {
  const inHand: string[] = []
  const gate = Promise.withResolvers<void>()
  const waiting: Mailer = {
    ...mailer,
    async send({ to }) {
      inHand.push(to)
      if (to.startsWith('viele')) await gate.promise
    },
  }
  const ctx = await testApi(connection, { mailer: waiting })
  for (let each = 0; each < 6; each++) {
    const { id: accountId } = await createAccount(connection.db, { email: `viele-${each}@example-${each}.org` })
    await enqueue(connection.db, 'bulk-letter', { letter: 'recovery', accountId })
  }
  const worker = await runJobs(connection.url, ctx.ctx)
  await within(5_000, async () => inHand.length === 2)
  const quick = await register()
  await within(5_000, async () => inHand.includes(quick!.email))
  expect(inHand).toHaveLength(3)
  gate.resolve()
  await within(10_000, async () => (await countJobs(connection.db)).length === 0)
  await worker.close()
  await ctx.close()
})

test('invoices of a night do not delay an e-mail that somebody waits for', async () => {
  const inHand: string[] = []
  const gate = Promise.withResolvers<void>()
  const slow: Mailer = {
    ...mailer,
    async send({ to }) {
      inHand.push(to)
      if (to.startsWith('abonnent')) await gate.promise
    },
  }
  const night = await testApi(connection, { mailer: slow })
  const accounts = []
  for (let n = 0; n < 12; n++) accounts.push(await createAccount(connection.db, { email: `abonnent-${n}@example-${n}.org` }))
  // Any e-mail to many readers.
  await enqueueEmails(
    connection.db,
    accounts.map(({ id }) => ({ letter: 'password-changed', accountId: id })),
  )
  const worker = await runJobs(connection.url, night.ctx)
  await within(5_000, async () => inHand.length === 2)
  const waiting = await register()
  await within(5_000, async () => inHand.includes(waiting!.email))
  gate.resolve()
  await within(20_000, async () => (await countJobs(connection.db)).length === 0)
  await worker.close()
  await night.close()
  expect(inHand).toHaveLength(13)
})

test('an e-mail to an account erased meanwhile ends without an error', async () => {
  const account = (await register())!
  const erasing: Mailer = {
    ...mailer,
    async send() {
      await connection.db.deleteFrom('accounts').where('id', '=', account.id).execute()
      throw new Error('450 4.2.1 try later')
    },
  }
  const ctx = await testApi(connection, { mailer: erasing })
  await runWaitingJobs(connection.url, ctx.ctx)
  await ctx.close()
  expect(await countJobs(connection.db)).toEqual([])
})

test('reports failed e-mails of existing accounts to the operator and not those of erased ones', async () => {
  const [gone, here] = [(await register())!, (await register())!]
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'`.execute(connection.db)
  await connection.db.deleteFrom('accounts').where('id', '=', gone.id).execute()
  await housekeeping({}, api.ctx)
  const { rows } = await sql<{ payload: { accountId: number } }>`select payload from graphile_worker._private_jobs`.execute(
    connection.db,
  )
  expect(rows).toEqual([{ payload: { letter: 'verification', accountId: here.id } }])
})

test('does not retry an e-mail rejected permanently and records the address', async () => {
  const account = (await register())!
  server.answers.recipient = () => '550 5.1.1 No such user'
  await now()
  expect(await countJobs(connection.db)).toEqual([])
  const noted = connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', account.id)
  expect((await noted.executeTakeFirstOrThrow()).mail_bounced_at).toBeInstanceOf(Date)
  expect(logged.join('')).toContain('email.undeliverable')
  expect(logged.join('')).not.toContain(account.email)
})

test('a rejected former address does not mark the current one', async () => {
  const account = await createAccount(connection.db)
  const { id: eventId } = await connection.db
    .insertInto('security_events')
    .values({ kind: 'sign-in.new-device', account_id: account.id, at: new Date(Date.now() - 60_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await connection.db
    .insertInto('address_changes')
    .values({ account_id: account.id, email: account.email, previous_email: 'frueher@example.org', confirmed_at: new Date() })
    .execute()
  const rejected: string[] = []
  server.answers.recipient = (address) => {
    rejected.push(address)
    return '550 5.1.1 No such user'
  }
  await enqueue(connection.db, 'letter', { letter: 'new-device', accountId: account.id, eventId, deviceId: 1 })
  await now()
  expect(rejected).toEqual(['frueher@example.org'])
  const noted = connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', account.id)
  expect(await noted.executeTakeFirstOrThrow()).toEqual({ mail_bounced_at: null })
})

test('rejected content or a mistyped new address does not mark the account', async () => {
  const account = await createAccount(connection.db)
  const { id: changeId } = await connection.db
    .insertInto('address_changes')
    .values({ account_id: account.id, email: 'vertippt@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow()
  server.answers.recipient = (address) => (address.startsWith('vertippt') ? '550 5.1.1 No such user' : undefined)
  server.answers.mail = () => '554 5.6.0 Not this one'
  await enqueue(connection.db, 'letter', { letter: 'recovery', accountId: account.id })
  await enqueue(connection.db, 'letter', { letter: 'confirm-address', accountId: account.id, changeId })
  await now()
  expect(await countJobs(connection.db)).toEqual([])
  const noted = connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', account.id)
  expect(await noted.executeTakeFirstOrThrow()).toEqual({ mail_bounced_at: null })
})

test('deletes the last address of an erased account after its farewell e-mail', async () => {
  const { id: partingId } = await connection.db
    .insertInto('deleted_account_emails')
    .values({ email: 'war.da@example.org', firstname: '', language: 'de' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(connection.db, 'letter', { letter: 'account-deleted', partingId })
  await now()
  expect(readers()).toEqual(['war.da@example.org'])
  expect(await connection.db.selectFrom('deleted_account_emails').selectAll().execute()).toEqual([])
})

test('two workers share the jobs and send each e-mail once', async () => {
  const both = [await runJobs(connection.url, api.ctx), await runJobs(connection.url, api.ctx)]
  const accounts = await Promise.all(Array.from({ length: 30 }, () => register()))
  await within(20_000, async () => server.mails.length >= 30 && (await countJobs(connection.db)).length === 0)
  // A prepared statement would read past all jobs of other tasks: see references.test.ts.
  const prepared = await Promise.all(
    Array.from({ length: both[0]!.pool.totalCount }, () =>
      both[0]!.pool.query(`select from pg_prepared_statements where name like 'get_job%'`),
    ),
  )
  expect(prepared.map(({ rowCount }) => rowCount)).toEqual(prepared.map(() => 0))
  for (const each of both) await each.close()
  expect(readers().sort()).toEqual(accounts.map((account) => account!.email).sort())
})

test('housekeeping is scheduled by every worker and runs once', async () => {
  const before = sql`date_trunc('hour', now() - interval '17 minutes') + interval '16 minutes'`
  await sql`insert into graphile_worker._private_known_crontabs values ('housekeeping', ${before}, ${before})
    on conflict (identifier) do update set known_since = ${before}, last_execution = ${before}`.execute(connection.db)
  const both = [await runJobs(connection.url, api.ctx), await runJobs(connection.url, api.ctx)]
  const runs = () => logged.filter((line) => line.includes('"event":"cleanup.finished"')).length
  await within(20_000, async () => runs() > 0 && (await countJobs(connection.db)).length === 0)
  for (const each of both) await each.close()
  expect(runs()).toBe(1)
})

test('workers renew their heartbeat after a lost connection before their jobs are taken', async () => {
  const worker = await runJobs(connection.url, api.ctx)
  const held = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and application_name = 'jobs alive' and pg_locks.database = (
        select oid from pg_database where datname = current_database())`.execute(connection.db)
    return rows[0]!.count
  }
  await within(5_000, async () => (await held()) === workerNames(api.ctx))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'jobs alive' and datname = current_database()`.execute(connection.db)
  await within(4_000, async () => (await held()) === workerNames(api.ctx))
  await worker.close()
})

// Several processes start, which takes a while on a busy machine.
test('another worker takes the jobs of killed workers within fifteen seconds and sends every e-mail at least once', async () => {
  const orphaned: string[] = []
  for (const dies of ['before', 'after'] as const) {
    const worker = startWorker(dies)
    await once(worker, 'message')
    // The worker may be dead before `register` returns.
    const termination = once(worker, 'exit')
    orphaned.push((await register())!.email)
    const [, signal] = await termination
    expect(signal).toBe('SIGKILL')
  }
  expect(readers()).toEqual([orphaned[1]])
  const heir = await runJobs(connection.url, api.ctx)
  await within(15_000, async () => (await countJobs(connection.db)).length === 0)
  await heir.close()
  expect(readers().sort()).toEqual([orphaned[0], orphaned[1], orphaned[1]].sort())
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(2)
})

test('a job of a dead worker that another one has released and started meanwhile keeps its lock', async () => {
  await enqueue(connection.db, 'scans', {})
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'dead'`.execute(
    connection.db,
  )
  let releasing: Promise<void> | undefined
  await connection.db.transaction().execute(async (trx) => {
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'alive'`.execute(trx)
    releasing = releaseStaleJobs(poolOf(connection.db).pool)
    await within(5_000, async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%the process that ran it ended%'`.execute(connection.db)
      return rows.length > 0
    })
  })
  await releasing
  const { rows } = await sql`select locked_by from graphile_worker._private_jobs`.execute(connection.db)
  expect(rows).toEqual([{ locked_by: 'alive' }])
})

test('a server without a program for scans leaves their job to one that has it', async () => {
  const waiting = async () => (await countJobs(connection.db)).filter(({ name }) => name === 'scans').length
  await enqueue(connection.db, 'scans', {})
  const without = await runJobs(connection.url, api.ctx)
  await register()
  await within(20_000, async () => server.mails.length === 1)
  // Time in which a queue that must not run could run: its runner polls every two seconds.
  await pause(3_000)
  expect(await waiting()).toBe(1)
  let asked = 0
  const scanReader: AppContext['scanReader'] = {
    program: async () => {
      asked++
      return { version: '5', languages: ['deu'] }
    },
    read: () => Promise.reject(new Error('no page waits')),
    close: async () => {},
  }
  const having = await runJobs(connection.url, { ...api.ctx, scanReader })
  await within(20_000, async () => (await waiting()) === 0)
  expect(asked).toBeGreaterThan(0)
  await Promise.all([without.close(), having.close()])
}, 60_000)

function startWorker(dies: 'before' | 'after'): ChildProcess {
  const file = fileURLToPath(new URL('./testing/worker-process.ts', import.meta.url))
  const worker = fork(file, [connection.url, server.url, dies], { execArgv: [], silent: true })
  workers.push(worker)
  return worker
}

test('the error of a failed job does not quote a value, neither in the queue nor in the log', async () => {
  await enqueue(connection.db, 'scans', {})
  const failures: unknown[] = []
  const traces: (string | undefined)[] = []
  const scans = () => {
    traces.push(traceId())
    return sql`select ${'Mira Holm'}::text::int`.execute(connection.db).then(
      () => {},
      (error: unknown) => {
        failures.push(error)
        throw error
      },
    )
  }
  const queues = [{ name: 'failing', concurrency: 1, handlers: { scans } }]
  await runQueues({ databaseUrl: connection.url, log: api.ctx.log, queues })
  expect((await troubledJobs(connection.db, 10)).map(({ error }) => error)).toEqual(['a value was refused (22P02)'])
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'jobs.failed')
  expect(lines).toEqual([expect.objectContaining({ trace: expect.stringMatching(/^[0-9a-f]{32}$/) })])
  expect([lines[0].trace, lines[0].msg]).toEqual([traces[0], expect.stringContaining('a value was refused (22P02)')])
  expect(logged.join('')).not.toContain('Mira')
  // Somebody may log it once more.
  expect(JSON.stringify(failures.map(errorInLog))).toMatch(/^(?!.*Mira).*a value was refused/)
})

test('failed jobs can be counted, retried and deleted', async () => {
  const account = (await register())!
  await register()
  const ids = (await sql<{ id: number }>`select id from graphile_worker.jobs order by id`.execute(connection.db)).rows.map(
    ({ id }) => id,
  )
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${ids[0]}`.execute(connection.db)
  expect(await countJobs(connection.db)).toEqual([
    { name: 'letter', state: 'failed', count: 1 },
    { name: 'letter', state: 'waiting', count: 1 },
  ])
  expect(await failedJobs(connection.db)).toEqual([ids[0]])
  expect(await dropJobs({ db: connection.db, now: () => new Date() }, [ids[1]!, 999_999])).toBe(1)
  expect(await retryJobs({ db: connection.db, now: () => new Date() }, [ids[0]!])).toBe(1)
  await now()
  expect(readers()).toEqual([account.email])
})
