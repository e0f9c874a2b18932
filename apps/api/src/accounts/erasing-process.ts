// A program of tests that erases an account whose day has come, and kills itself at the Nth statement to the database.
import pg from 'pg'
import { pino } from 'pino'
import { open } from '../database/connect.ts'
import type { House } from '../house.ts'
import { eraseDueAccount } from './erase-account.ts'

const [url, account, step] = process.argv.slice(2).map(String) as [string, string, string]
const { db } = open(url, 2)
const house = {
  ...{ db, now: () => new Date(), log: pino({ level: 'silent' }), secret: async () => Buffer.alloc(32) },
  payments: { card: null, wallet: null, store: null },
} as unknown as House
type Query = (...given: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const ask = client.query
let statements = 0
client.query = function (this: unknown, ...given: unknown[]) {
  if (++statements === Number(step)) process.kill(process.pid, 'SIGKILL')
  return ask.apply(this, given)
}
await eraseDueAccount({ accountId: Number(account) }, house)
process.exit(0)
