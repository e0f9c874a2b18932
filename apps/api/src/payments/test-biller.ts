// A worker of a test, to be killed: a process of its own that buys, bills, refunds, and dies by SIGKILL at the so-manieth step
// of its protocol, where a step is anything it sends to the database or the provider and anything that comes back.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import pg from 'pg'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { sandboxProvider } from '../outside/payments/sandbox-provider.ts'
import { bill } from './bill.ts'
import { buy } from './buy.ts'
import { sendAttempts } from './send-attempts.ts'

export type Errand = {
  databaseUrl: string
  sandbox: { url: string; key: string; webhookSecret: string }
  at: string
  purchases: { accountId: number; methodId: number; tariff: number }[]
  /** null = lives. */
  diesAt: number | null
}

const errand = JSON.parse(process.argv[2]!) as Errand
let step = 0
function stepOn(): void {
  if (++step === errand.diesAt) process.kill(process.pid, 'SIGKILL')
}
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  stepOn()
  const asked = query.apply(this, given)
  if (asked instanceof Promise) void asked.then(stepOn, stepOn)
  return asked
} as never
const real = globalThis.fetch
globalThis.fetch = async (...given) => {
  stepOn()
  const answer = await real(...given)
  stepOn()
  return answer
}

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
process.send?.({ steps: step })
await connection.close()
process.disconnect?.()
