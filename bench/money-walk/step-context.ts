// Shared by all steps of the walk: random numbers, readers, commands of the operator, and time.
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '@kiosk/domain/time'
import type { Reader } from './reader.ts'
import type { World } from './world.ts'

export type Walk = {
  world: World
  random: () => number
  readers: Reader[]
  /** 5xx responses and other things that must never happen. */
  errors: string[]
  counts: Record<string, number>
  /** Total time of the steps of each kind. Milliseconds. */
  took: Record<string, number>
  /** References of what the walk did directly at the provider. */
  planted: string[]
  /** Times at which billing runs ended. Milliseconds. */
  billed: number[]
}
/** `often`: number per 280 steps; 20,000 steps take about 14 months of simulated time. */
export type Step = { often: number; run(walk: Walk): Promise<unknown> }

export const one = <Each>({ random }: Walk, list: readonly Each[]): Each => list[Math.floor(random() * list.length)]!
export const chance = ({ random }: Walk, of: number) => random() < of
export const alive = ({ readers }: Walk) => readers.filter(({ erased }) => !erased)
export const someone = (walk: Walk) => {
  const reader = one(walk, alive(walk))
  reader.home = chance(walk, 0.5) ? 0 : 1
  return reader
}

export async function runRenewals(walk: Walk): Promise<void> {
  const times = chance(walk, 0.3) ? 2 : 1
  const runs = await Promise.all(Array.from({ length: times }, () => walk.world.command(['billing', 'run'])))
  for (const { code, output } of runs) if (code !== 0) walk.errors.push(`billing run: ${code} ${output.slice(-300)}`)
  walk.billed.push(walk.world.now().getTime())
}

/** Advances the time; readers who may be charged meanwhile open their billing page first. */
export async function leap(walk: Walk, days: number): Promise<void> {
  if (days >= 1) await endOfDay(walk)
  await lookAtBills(walk, days)
  await walk.world.later(days)
  await runRenewals(walk)
  // The servers' own nightly jobs follow the real clock, which is slower than this one.
  if (days >= 1) {
    await sweepWallets(walk)
    await operator(walk, ['reconcile', '--repair'])
  }
}

/** Maximum time to wait for jobs, because some keep failing. */
const IDLE_WITHIN_MS = 15_000
/** Jobs that are retried within this time are waited for. Seconds. */
const RETRIED_SOON_SECONDS = 5

/** Does what the night would do, before days are skipped. Otherwise e-mails and cancellations would skip these days, too. */
async function endOfDay(walk: Walk): Promise<void> {
  await runRenewals(walk)
  for (const ends = performance.now() + IDLE_WITHIN_MS; performance.now() < ends; await pause(50)) {
    const { rows } = await walk.world.db.query(
      "select from graphile_worker.jobs where attempts < max_attempts and run_at < now() + $1 * interval '1 second' limit 1",
      [RETRIED_SOON_SECONDS],
    )
    if (rows.length === 0) return
  }
}

const SWEEP_MS = 60_000

/** Makes a server read the wallet, as it does every ten minutes of the real clock, and waits for it. */
export async function sweepWallets({ world }: Walk): Promise<void> {
  const key = `wallets of the walk at ${world.now().getTime()}`
  await world.db.query("select graphile_worker.add_job('wallets', '{}'::json, job_key => $1)", [key])
  for (const ends = performance.now() + SWEEP_MS; performance.now() < ends; await pause(50)) {
    const { rows } = await world.db.query('select from graphile_worker.jobs where key = $1', [key])
    if (rows.length === 0) return
  }
}

/** Readers who may be charged in the next days open their billing page. */
export async function lookAtBills(walk: Walk, days: number): Promise<void> {
  const due = await charged(walk, days)
  await Promise.all(alive(walk).map((reader) => due.has(reader.email) && reader.hearPrice()))
}

/** Margin, because the clock also advances between steps, and the wallet charges some days early or late. */
const AROUND_DAYS = 3

/** Returns the e-mail addresses of readers who may be charged in the next days. */
async function charged(walk: Walk, days: number): Promise<Set<string>> {
  const until = new Date(walk.world.now().getTime() + (days + AROUND_DAYS) * DAY_MS)
  const { rows } = await walk.world.db.query<{ email: string }>(
    `select distinct a.email from subscriptions s join accounts a on a.id = s.account_id
     where s.state in ('active', 'past-due') and (s.next_charge_at < $1
       or (select max(ends_at) from periods p where p.subscription_id = s.id) < $1)`,
    [until],
  )
  return new Set(rows.map(({ email }) => email))
}

export async function operator(walk: Walk, args: string[]): Promise<void> {
  const { code, output } = await walk.world.command(args)
  // 1: the command was rejected with a reason and changed nothing.
  if (code !== 0 && code !== 1) walk.errors.push(`${args.join(' ')}: ${code} ${output.slice(-300)}`)
}
