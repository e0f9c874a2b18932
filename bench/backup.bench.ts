// The first backup under load, another one after some issues were added, its restore into an empty place and the start of a server
// there, at several sizes, with the time of each phase; and what 46,000 issues would take. `npm run bench backup -- --issues 250,1000`;
// FOLDER for the databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { recordAudit } from '@kiosk/backend/audit/record-audit'
import { createKey } from '@kiosk/backend/backup/age'
import { createBackup } from '@kiosk/backend/backup/create-backup'
import { restoreBackup } from '@kiosk/backend/backup/restore-backup'
import { type Connection, connect, open, reachDatabase } from '@kiosk/backend/db/connect'
import { makeFullScale } from '@kiosk/demo/full-scale/make-full-scale'
import { sql } from 'kysely'
import { installedIn } from './installed-server.ts'
import { load } from './load.ts'
import { processorMsFromHere } from './processor-time.ts'
import type { Row } from './row.ts'
import { type Measured, phasesAt } from './scale/line.ts'

const SIZES = '250,1000'
const FULL_ISSUES = 46_000
const BUDGET_MINUTES = 10
const BUDGET_LOSS_SECONDS = 60
const MARK_EVERY_MS = 200
/** As the commands of backups start an embedded server. */
const WITHOUT_ARCHIVE = ['wal_level=minimal', 'max_wal_senders=0']

/** Migrations of an empty database, which do not depend on its size. */
const SCHEMA = 'restore: schema'
/** PostgreSQL reads at most 30,000 rows of a table for them, so they take no longer with more rows. */
const STATISTICS = 'restore: statistics'
const READ_FOR_STATISTICS = 30_000
const PAGES_OF_AN_ISSUE = 64
/** One in this many issues is written between the two backups. */
const NEW_SHARE = 1 / 100
const FIRST = 'first backup'
const NEXT = 'next backup'
/** Starts of phases, as the lines that a restore prints. */
const PHASES: [begins: RegExp, name: string][] = [
  [/^The schema is there/, 'restore: rows and their comparison'],
  [/^Rows are inserted/, 'restore: indexes and references'],
  [/^Indexes are built/, STATISTICS],
  [/^Checking ledger/, 'restore: checks'],
]

export async function run(options: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args: options, options: { issues: { type: 'string', default: SIZES } } })
  const sizes = values.issues.split(',').map(Number)
  const folder = mkdtempSync(join(process.env.FOLDER ?? tmpdir(), 'kiosk-bench-backup-'))
  const measured: Measured[] = []
  const processor: Measured[] = []
  const rows: Row[] = []
  const source = await connect({ dataDir: join(folder, 'source') })
  try {
    for (const issues of sizes) {
      await makeFullScale({
        connection: source,
        files: fileSystem(join(folder, 'source/files')),
        issues,
        searchIndexes: false,
        report: (line) => console.log(`  ${line}`),
      })
      const { phases, lost, isComplete } = await once(source, folder, Math.round(issues * NEW_SHARE))
      const secondsOf = (kind: (spent: Spent) => number) =>
        Object.fromEntries(Object.entries(phases).map(([phase, spent]) => [phase, kind(spent)]))
      measured.push({ issues, seconds: secondsOf(({ seconds }) => seconds) })
      processor.push({ issues, seconds: secondsOf(({ ours, database }) => ours + database) })
      for (const [what, { seconds, ours, database }] of Object.entries(phases)) {
        const value = `${seconds.toFixed(1)} s; processor time: ours ${ours.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s`
        rows.push({ what: `${issues} issues, ${what}`, value, budget: 'none', met: true })
      }
      for (const [backup, seconds] of Object.entries(lost))
        rows.push({
          what: `${issues} issues, written and lost when the database dies at the end of the ${backup}`,
          value: `${seconds.toFixed(1)} s; what was written before the snapshot is ${isComplete ? 'all there' : 'not all there'}`,
          budget: `≤ ${BUDGET_LOSS_SECONDS} s`,
          met: isComplete && seconds <= BUDGET_LOSS_SECONDS,
        })
    }
  } finally {
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { rows: [...rows, ...expected(measured, processor)] }
}

/** What 46,000 issues would take if the time of each phase grew as between the sizes that were measured. */
function expected(measured: readonly Measured[], processor: readonly Measured[]): Row[] {
  if (measured.length < 2) return []
  const meanIssues = measured.reduce((sum, { issues }) => sum + issues, 0) / measured.length
  const issuesOf = (phase: string) => {
    if (phase === SCHEMA) return meanIssues
    return phase === STATISTICS ? READ_FOR_STATISTICS / PAGES_OF_AN_ISSUE : FULL_ISSUES
  }
  const phases = phasesAt(measured, processor, issuesOf, availableParallelism())
  const rows: Row[] = phases.map(({ phase, seconds, busy }) => ({
    what: `${FULL_ISSUES} issues, calculated, ${phase}`,
    value: `${(seconds / 60).toFixed(1)} min, processor time ${(busy / 60).toFixed(1)} min`,
    budget: 'none',
    met: true,
  }))
  // One of them is the last before a restore.
  for (const backup of [FIRST, NEXT]) {
    const without = backup === FIRST ? NEXT : FIRST
    const sum = (kind: 'seconds' | 'busy') =>
      phases.reduce((all, each) => all + (each.phase === without ? 0 : each[kind]), 0) / 60
    const total = sum('seconds')
    rows.push({
      what: `${FULL_ISSUES} issues, calculated, ${backup}, restore and start`,
      value: `${total.toFixed(1)} min, processor time ${sum('busy').toFixed(1)} min; load of the machine ${loadavg()[1]!.toFixed(1)}`,
      budget: `≤ ${BUDGET_MINUTES} min`,
      met: total <= BUDGET_MINUTES,
    })
  }
  return rows
}

/** Makes two backups while a server on the database is used, restores the second, and starts a server on the copy. */
async function once(source: Connection, folder: string, added: number) {
  const key = await createKey()
  const store = fileSystem(join(folder, 'backups'))
  const target = join(folder, 'restored')
  const phases: Record<string, Spent> = {}
  let ends = stopwatch(phases, join(folder, 'source'))
  const backup = async (phase: string) => {
    ends(null)
    const made = await createBackup({
      url: source.ownerUrl,
      files: null,
      store,
      recipients: [key.recipient],
      settings: [],
      rules: { last: 1, daily: 0, weekly: 0, monthly: 0 },
      now: () => new Date(),
      report: () => {},
    })
    ends(phase)
    return { ...made, doneMs: Date.now() }
  }
  const { marks, result } = await whileUsed(source, folder, async () => {
    const first = await backup(FIRST)
    await writeAgain(source, added)
    return [first, await backup(NEXT)] as const
  })
  const [first, { manifest }] = result
  const reached = await reachDatabase({ dataDir: target, settings: WITHOUT_ARCHIVE })
  try {
    ends = stopwatch(phases, target)
    let phase = SCHEMA
    await restoreBackup({
      url: reached.ownerUrl,
      files: fileSystem(join(target, 'files')),
      store,
      manifest,
      identities: [key.identity],
      which: 'none',
      skippedInvoices: 0,
      payments: { card: null, wallet: null, store: null },
      report(line) {
        const next = PHASES.find(([begins]) => begins.test(line))?.[1]
        if (!next) return
        ends(phase)
        phase = next
      },
    })
    ends(phase)
    const restored = open(reached.ownerUrl, 1)
    const { rows } = await sql<{ place: number }>`
      select reason::integer as place from audit_entries where source = 'bench'`.execute(restored.db)
    await restored.close()
    const there = new Set(rows.map(({ place }) => place))
    const snapshotMs = Date.parse(manifest.snapshotAt)
    ends(null)
    const server = await installedIn()({ databaseUrl: reached.ownerUrl, dataDir: target })
    await (await fetch(server.origin)).text()
    ends('start of the server')
    await stopped(server.process)
    return {
      phases,
      lost: {
        [FIRST]: (first.doneMs - Date.parse(first.manifest.snapshotAt)) / 1000,
        [NEXT]: (marks.at(-1)!.doneMs - snapshotMs) / 1000,
      },
      isComplete: marks.length > 1 && marks.every(({ place, doneMs }) => doneMs >= snapshotMs || there.has(place)),
    }
  } finally {
    await reached.leave()
    rmSync(target, { recursive: true, force: true })
  }
}

/** Writes all pages and articles of the last issues again; a backup cannot distinguish them from new ones. */
async function writeAgain({ db }: Connection, issues: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from all_issues order by id desc limit ${issues}`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`update pages set text = text where issue_id = any(${ids})`.execute(db)
  await sql`update all_articles set html = html where issue_id = any(${ids})`.execute(db)
}

/** Seconds of a phase, and of processor time in this process and in PostgreSQL. */
type Spent = { seconds: number; ours: number; database: number }

/**
 * Returns a function that records the time since its last call under a name; null = it only starts the time. @param dataDir of
 * the database
 */
function stopwatch(phases: Record<string, Spent>, dataDir: string): (phase: string | null) => void {
  const now = () => {
    const { own, database } = processorMsFromHere(dataDir)
    return { seconds: performance.now() / 1e3, ours: own / 1e3, database: database / 1e3 }
  }
  let began = now()
  return (phase) => {
    const at = now()
    if (phase)
      phases[phase] = { seconds: at.seconds - began.seconds, ours: at.ours - began.ours, database: at.database - began.database }
    began = at
  }
}

/** Loads pages of a server and writes marks into the database while `work` runs. */
async function whileUsed<T>({ db, ownerUrl }: Connection, folder: string, work: () => Promise<T>) {
  const server = await installedIn()({ databaseUrl: ownerUrl, dataDir: join(folder, 'source') })
  const marks: { place: number; doneMs: number }[] = []
  let isOver = false
  const writing = (async () => {
    const subject = { kind: 'demonstration', id: 'all', name: 'demonstration' } as const
    for (let place = Date.now(); !isOver; place++) {
      await db.transaction().execute((trx) =>
        recordAudit(trx, { kind: 'command', name: 'operator', source: 'bench' }, new Date(), {
          action: 'demonstration.filled',
          subject,
          reason: String(place % 1e9),
        }),
      )
      marks.push({ place: place % 1e9, doneMs: Date.now() })
      await pause(MARK_EVERY_MS)
    }
  })()
  const reading = (async () => {
    while (!isOver) await load(`${server.origin}/magazines`, { seconds: 1, connections: 2, rate: 20 })
  })()
  try {
    const result = await work()
    return { marks, result }
  } finally {
    isOver = true
    await Promise.all([writing, reading])
    await stopped(server.process)
  }
}

async function stopped(server: Awaited<ReturnType<ReturnType<typeof installedIn>>>['process']): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}
