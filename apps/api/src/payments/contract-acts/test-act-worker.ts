// The worker of a crash test: a process of its own that carries out acts and is ended by SIGKILL at a given step.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import { open } from '../../database/connect.ts'
import type { House } from '../../house.ts'
import { sandboxProvider } from '../../outside/payments/sandbox-provider.ts'
import { bill } from '../bill.ts'
import { sendRefunds } from '../refunds.ts'
import { dieAtStep } from '../test-step-counter.ts'
import { endContract } from './end-contract.ts'
import { grantGoodwill } from './grant-days.ts'
import type { Asked } from './perform-act.ts'
import { planEnd } from './planned-ends.ts'

/** Acts as they can be told to another process. */
export type WantedAct = Asked & { what: 'end' | 'plan-end' | 'goodwill'; endsAt?: string }
/** `diesAt` null = lives. */
export type ActErrand = {
  databaseUrl: string
  sandbox: { url: string; key: string; webhookSecret: string }
  at: string
  acts: WantedAct[]
  diesAt: number | null
}

/** Carries out what is asked for, one act after the other, and sends the refunds, as the command does. */
export async function carryOutAll(house: House, acts: readonly WantedAct[]): Promise<void> {
  for (const { what, endsAt, ...asked } of acts) {
    if (what === 'end') await endContract(house, { ...asked, refund: 'pro-rata' })
    else if (what === 'goodwill') await grantGoodwill(house, { ...asked, days: 5, because: 'outage' })
    else await planEnd(house, { ...asked, refund: 'pro-rata', endsAt: new Date(endsAt!) })
    await sendRefunds(house)
  }
}

// The test imports this file for its types and `carryOutAll`; a worker is given an errand.
if (process.argv[2]?.startsWith('{')) await work(JSON.parse(process.argv[2]) as ActErrand)

async function work({ databaseUrl, sandbox, at, acts, diesAt }: ActErrand): Promise<void> {
  const steps = dieAtStep(diesAt)
  const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../../operator.json', import.meta.url), 'utf8')))
  const connection = open(databaseUrl, 5)
  const house = {
    ...{ db: connection.db, operator, publicUrl: 'https://kiosk.example.org', log: pino({ level: 'silent' }) },
    ...{ now: () => new Date(at), payments: { card: sandboxProvider(sandbox), wallet: null, store: null } },
  } as Partial<House> as House
  await carryOutAll(house, acts)
  await bill(house)
  process.send?.({ steps: steps() })
  await connection.close()
  process.disconnect?.()
}
