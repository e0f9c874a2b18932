// What the workers of crash tests share: a worker is a process of its own that is ended by SIGKILL at a given step.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { dieAtStep } from './test-step-counter.ts'

/** `at`: its time, ISO 8601; `diesAt` null: it lives. */
export type WorkerErrand = { databaseUrl: string; at: string; diesAt: number | null }

/**
 * Works on a database until it is done or killed, and tells the test how many steps it took.
 * @param payments called once steps are counted, so that calls of the providers count, too
 */
export async function workAndReport(
  { databaseUrl, at, diesAt }: WorkerErrand,
  payments: () => Partial<House['payments']>,
  work: (house: House) => Promise<unknown>,
): Promise<void> {
  const steps = dieAtStep(diesAt)
  const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))
  const connection = open(databaseUrl, 5)
  const house = {
    ...{ db: connection.db, operator, publicUrl: 'https://kiosk.example.org', log: pino({ level: 'silent' }) },
    ...{ now: () => new Date(at), payments: { card: null, wallet: null, store: null, ...payments() } },
  } as Partial<House> as House
  await work(house)
  process.send?.({ steps: steps() })
  await connection.close()
  process.disconnect?.()
}
