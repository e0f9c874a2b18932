import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { unexplainedChanges } from '@kiosk/backend/audit/testing/changed-rows'
import { hideUntil } from '@kiosk/backend/catalogue/shelf/issue-visibility'
import { createCategory, createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { root } from '@kiosk/backend/config'
import type { Connection } from '@kiosk/backend/db/connect'
import { asOwner, testDatabase } from '@kiosk/backend/db/testing/database'
import { deskEndpoints } from '@kiosk/backend/http/desk-endpoints'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import type { Jobs } from '@kiosk/backend/jobs/job'
import { CHANGED_BY_JOBS } from '@kiosk/backend/jobs/testing/changed-by-jobs'
import { jobNames, jobProgram, runNamedJobs } from '@kiosk/backend/jobs/testing/run-jobs'
import { createDraft, createSubscriber } from '@kiosk/backend/newsletters/testing/newsletters'
import { CHANGED_BY_DESK, createStaff, DESK_PROGRAM, fakeDesk, STAFF_PASSWORD_OF_TESTS } from '@kiosk/backend/staff/testing/desk'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import * as routes from '@kiosk/contract/desk-routes'
import type { Route } from '@kiosk/contract/route'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { isPermitted, ROLES, type Role } from '@kiosk/domain/staff/roles'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { createPdfImporter } from '@kiosk/importer/pdf-importer'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { JOB_SCHEDULE, PAYMENT_SCHEDULE } from '@kiosk/server/jobs/job-schedule'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createProgram } from './command.ts'
import { COMMANDS, runCommand } from './run-command.ts'
import { commandLines, type Line } from './testing/command-lines.ts'
import { type Day, DESK_ACTIONS, type Random } from './testing/desk-actions.ts'

/** Actions that change nothing. */
const READING = `
  account show, ads list, ads statistics, article list, article show, audit export, audit list, audit verify,
  backup create, backup key, backup list, billing failures, campaign check, campaign list, campaign sales,
  content check, doctor, drill, featured list, inspect, invoices evidence, invoices export, invoices ledger,
  invoices oss, invoices pdf, invoices verify, issue list, issue show, money balances, money datev, money declined,
  money deferred, money disputes, money figures, money invoices, newsletter list, newsletter show, price campaigns,
  price list, promo list, publisher list, security list, security summary, staff list, subscription history,
  subscription show, suspense list, suspense show, takedown articles, takedown list, tax list, title list, title show,
  voucher list`
/** Changes that need a provider, files, an older or empty database or a disabled person, and are not carried out by this test. */
const NOT_RUN_HERE = `
  article discard, bounces, cancellations, content import, demo, import, issue rebuild, migrate, reconcile, reconcile stop,
  refund again, restore, staff disable, subscription dispute-lost, subscription dispute-received,
  subscription dispute-won, subscription withdraw, takedown article, tax correct`
/** Other calls need a wallet, a push service, more than a day, or luck. */
const JOBS_THAT_RUN = ['letter', 'releases', 'issue-release', 'read-upload', 'remove-upload', 'housekeeping', 'billing']
const listed = (actions: string) => actions.split(',').map((each) => each.trim())

/** Parts of a day: people sign in, work, and then the jobs of eight hours run. */
const SHIFTS = 3
/** A call may happen not to succeed. */
const MOST_SHIFTS = 6
/** Calls of the desk in a shift beside those that have not succeeded yet. */
const MORE_CALLS = 8
/** Results of the provider, which come after the entry of the request. */
const RESULTS = ['refunds', 'suspense', 'suspense_actions', 'ledger', 'operator_alarms']
/** What connections change without an entry, and why; each job has its own. */
const CHANGED_WITHOUT_ENTRY = {
  [DESK_PROGRAM]: [...Object.keys(CHANGED_BY_DESK), ...RESULTS],
  // Connections of the commands. The desk's limits are counted through them, and readers use them to let the staff look and to
  // send declarations.
  kiosk: ['rate_limits', 'support_grants', 'termination_declarations', ...RESULTS],
}

let connection: Connection
let api: TestApi
let clock: Date | null = null
let passedMs = 0
const setClock = (at: Date | null) => {
  clock = at
}
const now = () => clock ?? new Date(Date.now() + passedMs)
const psp = fakeCardProvider()
const folder = mkdtempSync(join(tmpdir(), 'kiosk-random-day-'))
const home = process.cwd()
const output: unknown[] = []
const workers = createWorkers({ processes: 1 })
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, {
    now,
    payments: { card: psp.provider, wallet: null, store: null },
    requestsPerMinute: 0,
    pdfImporter: createPdfImporter({ workers }),
  })
  psp.setClock(now)
  for (const [name, value] of Object.entries({
    DATABASE_URL: connection.url,
    DATA_DIR: folder,
    // Nothing listens there: the jobs send what the commands leave.
    PAYMENTS: 'sandbox',
    SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  }))
    vi.stubEnv(name, value)
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void output.push(line))
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(home)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await workers.close()
  await api.close()
  await connection.close()
})

/** Numbers that are the same for the same seed. */
function randomOf(seed: number): Random {
  const below = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * most)
  }
  return {
    below,
    of: (list) => list[below(list.length)],
    shuffled: (list) =>
      list
        .map((each) => ({ each, at: below(2 ** 30) }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each),
  }
}

/** The data in the morning. */
async function prepare(lines: ReturnType<typeof commandLines>): Promise<void> {
  const { db } = connection
  await createCategory(db, { uid: 'kultur' })
  const article = (headline: string) => ({ headline, html: '<p>Er ruft. Er zieht.</p>', firstPage: 1, lastPage: 1 })
  for (const key of ['day-title-a', 'day-title-b', 'day-title-c']) {
    const title = await createTitle(db, { key, name: key, categories: ['kultur'] })
    for (const [name, days] of [
      ['Nr. 1', 9],
      ['Nr. 2', 1],
    ] as const) {
      const values = { issue_date: addDays(dayInVienna(now()), -days), pages: ['x', 'y'] }
      await createIssue(db, { title, name, ...values, articles: [article('Pirol'), article('Star')] })
    }
    const { id: issueId } = await createIssue(db, { title, name: 'Nr. 3', issue_date: dayInVienna(now()) })
    await hideUntil(db, issueId, new Date(now().getTime() + HOUR_MS))
    const { id: account_id } = await createAccount(db, { send_release_newsletter: true })
    await db.insertInto('favourites').values({ account_id, title_id: title.id }).execute()
  }
  for (let at = 0; at < 8; at++) await createAccount(db, { email: `day-${at}@example.org` })
  await createAccount(db, { email: 'day-new@example.org', verified_at: null })
  for (let at = 0; at < 5; at++) await lines.subscriber({ firstname: 'day' })
  for (let at = 0; at < 6; at++) await lines.suspended(`day-${at}`)
  for (let at = 0; at < 3; at++)
    await db.insertInto('feedback').values({ name: 'A', email: 'a@example.org', title: 'B', content: 'C' }).execute()
  const { id: account_id } = await createSubscriber(db)
  const newsletter_id = await createDraft(api.ctx)
  await db
    .updateTable('newsletters')
    .set({ state: 'sent', finished_at: now(), started_at: now(), selected: 1 })
    .where('id', '=', newsletter_id)
    .execute()
  await db.insertInto('newsletter_recipients').values({ newsletter_id, account_id, language: 'de', state: 'uncertain' }).execute()
}

const routeNamed = new Map<string, Route>(Object.entries(routes))
const nameOf = (route: Route) => `${route.method} ${route.path}`
/** Calls that change something. */
const writing = deskEndpoints.map(({ declared }) => declared).filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

/** The desk with a person of each role, and what was called. */
async function desks(random: Random, seed: number) {
  const staff = await Promise.all(ROLES.map((role) => createStaff(api.ctx, { role, name: role })))
  // Changed rows are recorded once the first desk exists.
  const people = ROLES.map((role, index) => ({ role, staff: staff[index]!, desk: fakeDesk(api.ctx) }))
  const succeeded = new Set<string>()
  const deskOf = (role: Role) => people.find((each) => each.role === role)!.desk
  /** The last answer to a call that has not succeeded. */
  const rejected = new Map<string, string>()
  const made: Day['made'] = (route, { status, ...answer }) => {
    expect(status, `seed ${seed}: ${nameOf(route)}`).toBeLessThan(500)
    const isDone = status < 300 && !(Array.isArray(answer.faults) && answer.faults.length > 0)
    if (isDone) succeeded.add(nameOf(route))
    else rejected.set(nameOf(route), `${status} ${JSON.stringify(answer)}`)
  }
  let address = 0
  const day: Day = {
    db: connection.db,
    api,
    random,
    now,
    deskOf,
    made,
    newBrowser: () => fakeDesk(api.ctx),
    async call(route, sent) {
      const { access } = deskEndpoints.find(({ declared }) => nameOf(declared) === nameOf(route))!.declared
      const permitted = people.filter(({ role }) => access === 'anyone' || access === 'staff' || isPermitted(role, access))
      const others = people.filter((each) => !permitted.includes(each))
      // Actions that a person may not take, or that make no sense, must change nothing either.
      if (random.below(8) === 0) await random.of(others)?.desk.call(route, sent)
      if (random.below(8) === 0) {
        const broken = { ...sent, ...(sent?.body && { body: brokenOf(random, sent.body) }) }
        made(route, await random.of(permitted)!.desk.call(route, broken))
      }
      const answer = await random.of(permitted)!.desk.call(route, sent)
      made(route, answer)
      return answer
    },
  }
  return {
    day,
    succeeded,
    rejected,
    /** Everybody signs in, and confirms the identity. */
    async signIn(): Promise<void> {
      for (const { desk, staff } of people) {
        const from = { address: `203.0.113.${++address}` }
        const body = { email: staff.email, password: STAFF_PASSWORD_OF_TESTS, code: staff.codeAt(now()) }
        const answer = await desk.call(routes.deskSignIn, { body, ...from })
        expect(answer, `seed ${seed}`).toMatchObject({ status: 200 })
        made(routes.deskSignIn, answer)
      }
      // A code can be used once.
      passedMs += MINUTE_MS
      const [{ desk, staff: one }] = people as [(typeof people)[number]]
      const body = { password: STAFF_PASSWORD_OF_TESTS, code: one.codeAt(now()) }
      made(routes.deskConfirm, await desk.call(routes.deskConfirm, { body }))
    },
  }
}

/** The same with one value that is not expected. */
function brokenOf(random: Random, body: Record<string, unknown>): Record<string, unknown> {
  const name = random.of(Object.keys(body))
  return name === undefined ? body : { ...body, [name]: random.of([null, -1, '', 'x'.repeat(400), [], {}]) }
}

const SCHEDULED = [JOB_SCHEDULE, PAYMENT_SCHEDULE].flatMap((schedule) =>
  schedule.split('\n').map((line) => line.split(' ')[5] as keyof Jobs),
)
/** Runs the jobs of some hours, scheduled ones included. */
async function runJobs(): Promise<Set<string>> {
  await connection.db.transaction().execute(async (trx) => {
    for (const name of SCHEDULED) await enqueue(trx, name, {} as never)
    // Jobs follow the clock of the machine.
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at < ${now()}`.execute(trx)
  })
  return runNamedJobs(connection.url, api.ctx)
}

async function run(line: Line, seed: number): Promise<string[]> {
  const [args, action, says = {}] = line
  const typed = await Promise.all(args.map((each) => (typeof each === 'string' ? each : each())))
  output.splice(0)
  const code = await runCommand(typed)
  const entry = await connection.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  const expected = { code: 0, action, actor_kind: 'command', ...says }
  expect({ code, ...entry }, `seed ${seed}, ${typed.join(' ')}: ${output.join('\n')}`).toMatchObject(expected)
  return [typed[0]!, typed.slice(0, 2).join(' ')]
}

/** Returns "price set" for every action that is declared, and "jobs" for a command without actions. */
async function declaredActions(): Promise<string[]> {
  const all = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, [, load]]) => {
      const command = createProgram().command(name)
      ;(await load()).declare(command)
      const actions = command.commands.map((each) => `${name} ${each.name()}`)
      return command.registeredArguments.length > 0 || actions.length === 0 ? [name, ...actions] : actions
    }),
  )
  return all.flat().sort()
}

const seed = Number(process.env.DAY_SEED ?? Date.now() % 1_000_000)

test('a day of random work at desk and commands: an entry or the name of a job explains every changed row', async () => {
  const random = randomOf(seed)
  const lines = commandLines({ connection, api, folder, home, setClock })
  await prepare(lines)
  const groups: Line[][] = []
  for (const group of lines.groups) groups.push(await group())
  const waiting = random.shuffled(groups)
  const { day, succeeded, rejected, signIn } = await desks(random, seed)
  const [commands, jobs] = [new Set<string>(), new Set<string>()]
  const names = Object.keys(DESK_ACTIONS)
  const missing = () => writing.map(nameOf).filter((each) => !succeeded.has(each))
  for (let shift = 1; shift <= SHIFTS || (missing().length > 0 && shift <= MOST_SHIFTS); shift++) {
    await signIn()
    const left = names.filter((name) => !succeeded.has(nameOf(routeNamed.get(name)!)))
    const more = Array.from({ length: MORE_CALLS }, () => random.of(names)!)
    const actions = random.shuffled([...left, ...left, ...more])
    const begun = waiting.splice(0, Math.ceil(waiting.length / Math.max(1, SHIFTS - shift + 1)))
    while (actions.length > 0 || begun.some((group) => group.length > 0)) {
      const group = random.of(begun.filter((each) => each.length > 0))
      if (group && random.below(3) === 0) for (const each of await run(group.shift()!, seed)) commands.add(each)
      const action = actions.shift()
      if (action) await DESK_ACTIONS[action]!(day)
    }
    passedMs += (24 / SHIFTS) * HOUR_MS
    for (const name of await runJobs()) jobs.add(name)
  }

  const mayChange = {
    ...CHANGED_WITHOUT_ENTRY,
    ...Object.fromEntries(Object.entries(CHANGED_BY_JOBS).map(([name, tables]) => [jobProgram(name), tables])),
  }
  const known = new Set([...commands, ...listed(READING), ...listed(NOT_RUN_HERE)])
  const found = {
    unexplained: await unexplainedChanges(connection.db, mayChange),
    // With their last answer.
    neverDone: missing().map((each) => `${each}: ${rejected.get(each)}`),
    commandsNotRun: (await declaredActions()).filter((each) => !known.has(each)),
    jobsNotRun: [...JOBS_THAT_RUN, ...SCHEDULED].filter((each) => !jobs.has(each)),
    fieldsWithoutName: await fieldsWithoutName(),
    jobsNotListed: jobNames(api.ctx).filter((each) => !Object.hasOwn(CHANGED_BY_JOBS, each)),
  }
  const none: string[] = []
  const expected = {
    unexplained: none,
    neverDone: none,
    commandsNotRun: none,
    jobsNotRun: none,
    fieldsWithoutName: none,
    jobsNotListed: none,
  }
  expect(found, `seed ${seed}`).toEqual(expected)
}, 300_000)

/** Returns the fields of entries that the desk would show by their name in the code. Those of campaigns are paths in their file. */
async function fieldsWithoutName(): Promise<string[]> {
  const messages = JSON.parse(readFileSync(`${root}messages/de/desk-audit.json`, 'utf8')) as Record<string, string>
  const { rows } = await sql<{
    name: string
  }>`select distinct jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as name
    from audit_entries where action not like 'campaign.%' order by name`.execute(connection.db)
  return rows
    .flatMap(({ name }) => name.split('.'))
    .filter((name) => !/^\d+$/.test(name) && !Object.hasOwn(messages, `DESK.AUDIT.FIELD.${name}`))
}

test('after that day the chain of entries is unbroken, and one changed entry is found', async () => {
  expect(await runCommand(['audit', 'verify']), output.join('\n')).toBe(0)
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entries`.execute(connection.db)
  const changed = 1 + randomOf(seed).below(rows[0]!.entries)
  await asOwner(
    connection.db,
    `set session_replication_role = replica;
    update audit_entries set reason = coalesce(reason, '') || ' and more' where id = ${changed}`,
  )
  output.splice(0)
  expect(await runCommand(['audit', 'verify'])).toBe(1)
  expect(output.join('\n')).toContain(`Entry ${changed} `)
})
