// The worker of a crash test: a process of its own that buys and bills and is ended by SIGKILL at a given step.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { sandboxProvider } from '../outside/payments/sandbox-provider.ts'
import { bill } from './bill.ts'
import { buy } from './buy.ts'
import { sendAttempts } from './send-attempts.ts'
import { dieAtStep } from './test-step-counter.ts'

export type Errand = {
  databaseUrl: string
  sandbox: { url: string; key: string; webhookSecret: string }
  at: string
  purchases: { accountId: number; methodId: number; tariff: number }[]
  /** null = lives. */
  diesAt: number | null
}

const errand = JSON.parse(process.argv[2]!) as Errand
const steps = dieAtStep(errand.diesAt)

const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))
const connection = open(errand.databaseUrl, 5)
const house = {
  db: connection.db,
  operator,
  publicUrl: 'https://kiosk.example.org',
  log: pino({ level: 'silent' }),
  now: () => new Date(errand.at),
  payments: { card: sandboxProvider(errand.sandbox), wallet: null, store: null },
} as Partial<House> as House
for (const purchase of errand.purchases) {
  const id = await house.db.transaction().execute((trx) => buy(trx, house, { ...purchase, voucherCode: null }))
  await sendAttempts(house, [id])
}
await bill(house)
process.send?.({ steps: steps() })
await connection.close()
process.disconnect?.()
