// A test program that erases a due account and kills itself with SIGKILL before the query with this number.
import { pino } from 'pino'
import { open } from '../../db/connect.ts'
import { killAtQuery } from '../../db/testing/kill-at-query.ts'
import { eraseDueAccount } from '../erase-account.ts'

const [url, account, step] = process.argv.slice(2).map(String) as [string, string, string]
const connection = open(url, 2)
killAtQuery(connection, Number(step))
const ctx = {
  db: connection.db,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  secret: async () => Buffer.alloc(32),
  payments: { card: null, wallet: null, store: null },
}
await eraseDueAccount({ accountId: Number(account) }, ctx)
process.exit(0)
