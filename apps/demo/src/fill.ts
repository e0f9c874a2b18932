import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import { recordAudit } from '@kiosk/backend/audit/record-audit'
import { issueUid } from '@kiosk/backend/catalogue/publish-issue'
import type { Connection, Database } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import pMap from 'p-map'
import { placeTitles } from './place-titles.ts'
import { openPress, type Press } from './press.ts'
import { placeReferenceData } from './reference-data.ts'
import { type PlannedIssue, planIssues } from './titles/plan.ts'
import type { Title } from './titles/title.ts'
import { titles as allTitles } from './titles/titles.ts'
import { placeTopics } from './topics.ts'

/** Key in `app_settings`. Its value is the ISO day of the filling while it runs, then "done"; after a removal, "removed". */
export const MARK = 'demonstration'
/** Subject of the entries in the audit log. */
export const DEMONSTRATION = { kind: 'demonstration', id: MARK, name: MARK }
const DONE = 'done'
/** The operator removed the demonstration; it is not filled again automatically. */
export const REMOVED = 'removed'
/** Advisory lock: one process at a time fills a database. */
const LOCK = 20_261_125
/** Issues in progress at the same time: one is printed while others are imported. */
const CONCURRENT_ISSUES = 3

type Filling = {
  /** Resolves when every title has an issue. */
  ready: Promise<void>
  /** Resolves when the last issue is published, or after `stop`. */
  done: Promise<void>
}

type ToFill = {
  connection: Connection
  files: Files
  /** ISO day of the first start; the newest issues are dated that day or shortly before. */
  today: string
  onProgress?: ((line: string) => void) | undefined
  /** A subset of the titles, for tests. */
  titles?: readonly Title[] | undefined
  /** Publishes only this many issues of each title, the newest. Default: all. */
  newest?: number | undefined
  /** Stops after the issues in progress; a later call continues from there. */
  stop?: AbortSignal | undefined
  /** For the audit log: one entry for the whole run. */
  actor?: Actor | undefined
}

/**
 * Fills an empty database with the demonstration newsstand, or continues an interrupted run.
 * A database with other titles, or one that was filled before, stays as it is.
 */
export function fillIfEmpty(options: ToFill): Filling {
  return filling(options, async (db) => {
    const mark = await readMark(db)
    if (mark !== undefined) return mark === DONE || mark === REMOVED ? undefined : mark
    const title = await db.selectFrom('titles').select('id').limit(1).executeTakeFirst()
    return title ? undefined : options.today
  })
}

/** Adds the demonstration to any database, or only the issues that appeared since it was filled. */
export function fill(options: ToFill): Filling {
  return filling(options, async () => options.today)
}

function filling(options: ToFill, dayToFill: (db: Database) => Promise<string | undefined>): Filling {
  let markReady = () => {}
  let failed = (_: unknown) => {}
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve
    failed = reject
  })
  const done = alone(options.connection.url, async () => {
    const day = await dayToFill(options.connection.db)
    if (day !== undefined) await fillFor(day, options, markReady)
  }).then(markReady, (error: unknown) => {
    failed(error)
    throw error
  })
  // The two promises can be awaited separately.
  ready.catch(() => {})
  done.catch(() => {})
  return { ready, done }
}

/** Runs work under a lock that is released when the process ends, even in a crash. */
async function alone(url: string, work: () => Promise<void>): Promise<void> {
  const client = createClient({ url, name: 'demonstration' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await work()
  } finally {
    await client.end()
  }
}

async function fillFor(day: string, options: ToFill, markReady: () => void): Promise<void> {
  const { db } = options.connection
  const titles = options.titles ?? allTitles
  const plans = planIssues(day, titles).filter(({ turn }) => turn < (options.newest ?? Number.POSITIVE_INFINITY))
  await db.transaction().execute(async (transaction) => {
    await placeTitles(transaction, titles, day)
    await writeMark(transaction, day)
    const change = { action: 'demonstration.filled', subject: DEMONSTRATION, after: { day, issues: plans.length } } as const
    await recordAudit(transaction, options.actor, new Date(), change)
  })
  const there = new Set((await db.selectFrom('all_issues').select('uid').execute()).map(({ uid }) => uid))
  const missing = plans.filter((plan) => !there.has(uidOf(plan)))
  const progress = reporter(plans.length, plans.length - missing.length, options.onProgress)
  const folder = await mkdtemp(join(tmpdir(), 'demonstration-'))
  const press = openPress(options)
  const publishAll = (plans: readonly PlannedIssue[]) =>
    pMap(plans, async (plan) => options.stop?.aborted || publish(plan, press, folder, progress), {
      concurrency: CONCURRENT_ISSUES,
    })
  try {
    const [first, later] = inOrder(missing)
    await publishAll(first)
    if (options.stop?.aborted) return
    await placeReferenceData(db)
    markReady()
    await publishAll(later)
    if (options.stop?.aborted) return
    await placeReferenceData(db)
    await placeTopics(db, day)
    await writeMark(db, DONE)
  } finally {
    await press.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Splits the plans in two. `first`: one short issue of every title, so that the catalogue is usable early: the newest, or the
 * second newest if the newest is complete. `later`: the complete ones, then all others.
 */
function inOrder(plans: readonly PlannedIssue[]): [first: PlannedIssue[], later: PlannedIssue[]] {
  const first = new Map<string, PlannedIssue>()
  for (const plan of plans) if (!plan.complete && plan.turn <= 1 && !first.has(plan.title.key)) first.set(plan.title.key, plan)
  const early = new Set(first.values())
  const later = plans.filter((plan) => !early.has(plan))
  return [[...early], later.toSorted((a, b) => Number(b.complete) - Number(a.complete) || a.turn - b.turn)]
}

async function publish(plan: PlannedIssue, press: Press, folder: string, progress: (plan: PlannedIssue) => void): Promise<void> {
  const path = join(folder, `${uidOf(plan)}.pdf`)
  await writeFile(path, await press.print(plan))
  await press.publish(plan, path)
  await rm(path)
  progress(plan)
}

const uidOf = ({ title, date, number, name, edition }: PlannedIssue) =>
  issueUid({ titleKey: title.key, date, number, name, edition })

/** Returns a function that reports progress, at most once a second. */
function reporter(total: number, before: number, report: ((line: string) => void) | undefined): (plan: PlannedIssue) => void {
  const start = Date.now()
  let [count, last] = [before, 0]
  return (plan) => {
    count += 1
    const now = Date.now()
    if (now - last < 1000 && count < total) return
    last = now
    report?.(`${count} of ${total} issues (${plan.title.name}), ${Math.round((now - start) / 1000)} s`)
  }
}

/** Returns the value of `MARK`; undefined if this newsstand has no demonstration. */
export async function readMark(db: Database): Promise<string | undefined> {
  const mark = await db.selectFrom('app_settings').select('value').where('key', '=', MARK).executeTakeFirst()
  return mark === undefined ? undefined : String(mark.value)
}

export async function writeMark(db: Database, value: string): Promise<void> {
  await db
    .insertInto('app_settings')
    .values({ key: MARK, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}
