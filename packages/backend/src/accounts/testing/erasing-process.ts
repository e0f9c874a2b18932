// A test program that erases a due account and kills itself at the Nth database statement.
import pg from 'pg'
import { pino } from 'pino'
import { open } from '../../db/connect.ts'
import { eraseDueAccount } from '../erase-account.ts'

const [url, account, step] = process.argv.slice(2).map(String) as [string, string, string]
const { db } = open(url, 2)
const ctx = {
  db,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  secret: async () => Buffer.alloc(32),
  payments: { card: null, wallet: null, store: null },
}
type Query = (...options: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const ask = client.query
let statements = 0
client.query = function (this: unknown, ...options: unknown[]) {
  if (++statements === Number(step)) process.kill(process.pid, 'SIGKILL')
  return ask.apply(this, options)
}
await eraseDueAccount({ accountId: Number(account) }, ctx)
process.exit(0)
