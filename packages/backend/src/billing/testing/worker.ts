// Shared by the workers of crash tests: a worker is a separate process that is killed by SIGKILL at a given step.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import type { AppContext } from '../../context.ts'
import { open } from '../../db/connect.ts'
import { dieAtStep } from './step-counter.ts'

/** `at`: time of its clock, ISO 8601; `diesAt`: step at which it is killed; null = it is not. */
export type WorkerTask = { databaseUrl: string; at: string; diesAt: number | null }

/**
 * Runs the work of a worker until it finishes or is killed, and reports the number of its steps to the test.
 * @param payments called after counting has started, so that provider calls count, too
 */
export async function workAndReport(
  { databaseUrl, at, diesAt }: WorkerTask,
  payments: () => Partial<AppContext['payments']>,
  work: (ctx: AppContext) => Promise<unknown>,
): Promise<void> {
  const steps = dieAtStep(diesAt)
  const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../../operator.json', import.meta.url), 'utf8')))
  const connection = open(databaseUrl, 5)
  const ctx = {
    db: connection.db,
    operator,
    publicUrl: 'https://kiosk.example.org',
    log: pino({ level: 'silent' }),
    now: () => new Date(at),
    payments: { card: null, wallet: null, store: null, ...payments() },
  } as Partial<AppContext> as AppContext
  await work(ctx)
  process.send?.({ steps: steps() })
  await connection.close()
  process.disconnect?.()
}
