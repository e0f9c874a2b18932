// The worker of a crash test: a process of its own that corrects the tax of every invoice and is ended by SIGKILL at a step.
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { correctTax, findTaxCorrections } from './correct-tax.ts'
import { dieAtStep } from './test-step-counter.ts'

const { databaseUrl, at, diesAt } = JSON.parse(process.argv[2]!) as { databaseUrl: string; at: string; diesAt: number | null }
const steps = dieAtStep(diesAt)
const connection = open(databaseUrl, 3)
const house = { db: connection.db, log: pino({ level: 'silent' }), now: () => new Date(at) } as Partial<House> as House
for await (const { id } of findTaxCorrections(house.db)) await correctTax(house, id)
process.send?.({ steps: steps() })
await connection.close()
process.disconnect?.()
