// The worker of a crash test: a process of its own that sweeps the wallet and is ended by SIGKILL at a given step.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { type PaypalSettings, paypalProvider } from '../outside/payments/paypal-provider.ts'
import { returnSuspense } from './decide-suspense.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { dieAtStep } from './test-step-counter.ts'

/** `diesAt` null = lives; `returns`: it sends this money in suspense back instead. */
export type SweepErrand = { databaseUrl: string; wallet: PaypalSettings; at: string; diesAt: number | null; returns?: number }

await sweep(JSON.parse(process.argv[2]!) as SweepErrand)

async function sweep({ databaseUrl, wallet: settings, at, diesAt, returns }: SweepErrand): Promise<void> {
  const steps = dieAtStep(diesAt)
  const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))
  const connection = open(databaseUrl, 5)
  const wallet = paypalProvider(settings)
  const house = {
    ...{ db: connection.db, operator, publicUrl: 'https://kiosk.example.org', log: pino({ level: 'silent' }) },
    ...{ now: () => new Date(at), payments: { card: null, wallet, store: null } },
  } as Partial<House> as House
  if (returns === undefined) await sweepWallets(house)
  else await returnSuspense(house, returns, { actor: 'Vera', why: 'nobody knows whose it is' })
  process.send?.({ steps: steps() })
  await connection.close()
  process.disconnect?.()
}
