// A night in which all subscriptions are due. The first part stubs the provider, so that it measures our own bookkeeping alone.
// The second charges at the sandbox, a separate process, over HTTP. SUBSCRIBERS=120000 sets their number; HEAP=default removes
// the limit of the heap: a worker then uses more memory, but retains the same.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect } from '@kiosk/backend/db/connect'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { BillingTask } from './billing-worker.ts'
import type { Row } from './row.ts'
import { placeSubscribers, startSandbox } from './subscribers.ts'

const SUBSCRIBERS = Number(process.env.SUBSCRIBERS ?? 120_000)
const AT_SANDBOX = Math.min(SUBSCRIBERS, 5_000)
const NIGHT = new Date('2026-06-15T03:00:00Z')
const MOST_MINUTES = 10

export async function run(): Promise<{ rows: Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-billing-'))
  try {
    const rows = await nightIn(join(folder, 'stubbed'), SUBSCRIBERS, null)
    const sandbox = await startSandbox(folder, AT_SANDBOX)
    try {
      return { rows: [...rows, ...(await nightIn(join(folder, 'sandbox'), AT_SANDBOX, sandbox.found))] }
    } finally {
      await sandbox.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures a night in a database of its own, because the ledger cannot be emptied. */
async function nightIn(dataDir: string, subscribers: number, sandbox: BillingTask['sandbox']): Promise<Row[]> {
  const connection = await connect({ dataDir })
  try {
    await placeSubscribers(connection.ownerUrl, subscribers, new Date(NIGHT.getTime() - 2 * HOUR_MS))
    return await night(connection, subscribers, sandbox)
  } finally {
    await connection.close()
  }
}

async function night({ db, url }: Connection, subscribers: number, sandbox: BillingTask['sandbox']): Promise<Row[]> {
  const task: BillingTask = { databaseUrl: url, at: NIGHT.toISOString(), sandbox }
  const began = performance.now()
  const workers: Memory[] = [1, 2].map(() => ({ megabytes: [], retained: [] }))
  await Promise.all(workers.map((memory) => work(task, memory)))
  const seconds = (performance.now() - began) / 1000
  const { rows } = await sql<{ subscriptions: number; paid: number; charges: number; ledger: number }>`
    select count(*) as subscriptions, count(*) filter (where p.state = 'paid') as paid,
      (select count(*) from payment_attempts where state = 'succeeded') as charges,
      (select coalesce(sum(amount), 0)::int from ledger) as ledger
    from subscriptions s left join periods p on p.subscription_id = s.id and p.sequence = 2`.execute(db)
  const { subscriptions, paid, charges, ledger } = rows[0]!
  const perSecond = `${subscribers} renewed in ${(seconds / 60).toFixed(1)} min, ${(subscribers / seconds).toFixed(0)} a second`
  const where = sandbox ? 'at the sandbox, a process of its own' : 'the port stubbed at its edge'
  const due: Row = {
    what: `${subscribers} subscriptions due in one night, two workers, ${where}`,
    value: perSecond,
    budget: `< ${MOST_MINUTES} min`,
    met: seconds < MOST_MINUTES * 60,
  }
  const once: Row = {
    what: 'each of them charged once, the ledger zero',
    value: `${paid} paid, ${charges} charges, ledger ${ledger}`,
    budget: `${subscribers}, ${subscribers}, 0`,
    met: subscriptions === subscribers && paid === subscribers && charges === subscribers && ledger === 0,
  }
  return sandbox
    ? [due, once]
    : [due, once, memoryRow(workers.map(({ megabytes }) => megabytes)), retainedRow(workers.map(({ retained }) => retained))]
}

/** Memory of a worker after each batch, and its heap after a garbage collection every few batches. Megabytes. */
type Memory = { megabytes: number[]; retained: number[] }

/** Reports the heap after a garbage collection. It grows if there is a memory leak. */
function retainedRow(retained: number[][]): Row {
  const ends = retained.map((each) => [each[0] ?? 0, each.at(-1) ?? 0] as const)
  return {
    what: 'heap of a worker after a collection, early in the night and at its end',
    value: ends.map(([first, last]) => `${first.toFixed(1)} → ${last.toFixed(1)} MB`).join(', '),
    budget: '≤ 1.25 ×',
    met: ends.every(([first, last]) => last <= first * 1.25),
  }
}

/** Compares the memory in the second quarter of the night with the last quarter. */
function memoryRow(megabytes: number[][]): Row {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const quarters = megabytes.map((each) => [
    mean(each.slice(each.length / 4, each.length / 2)),
    mean(each.slice((each.length * 3) / 4)),
  ])
  const most = Math.max(...megabytes.flat())
  return {
    what: 'memory of a worker, second quarter of the night to the last',
    value: `${quarters.map(([first, last]) => `${first!.toFixed(0)} → ${last!.toFixed(0)} MB`).join(', ')}, at most ${most.toFixed(0)} MB`,
    budget: 'flat (≤ 1.25 ×), < 400 MB',
    met: quarters.every(([first, last]) => last! / first! <= 1.25) && most < 400,
  }
}

async function work(task: BillingTask, memory: Memory): Promise<void> {
  // With a small heap, a memory leak ends the worker; with a large one, the collector would hide it.
  const options = { execArgv: ['--expose-gc', ...(process.env.HEAP === 'default' ? [] : ['--max-old-space-size=128'])] }
  const worker = fork(join(import.meta.dirname, 'billing-worker.ts'), [JSON.stringify(task)], options)
  worker.on('message', ({ megabytes, retained }: { megabytes: number; retained: number | null }) => {
    memory.megabytes.push(megabytes)
    if (retained !== null) memory.retained.push(retained)
  })
  const [status] = (await once(worker, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`a worker ended with ${status}`)
}
