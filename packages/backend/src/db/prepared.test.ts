import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimits } from '../auth/rate-limits.ts'
import { type Connection, open } from './connect.ts'
import { REQUEST_LIMITS } from './connections.ts'
import { prepared, preparedFirst } from './prepared.ts'
import { testDatabase } from './testing/database.ts'

let connection: Connection
/** One connection, whose prepared statements can be listed. */
let single: Connection
beforeAll(async () => {
  connection = await testDatabase({ isOwner: true })
  single = open(connection.url, 1, REQUEST_LIMITS, 'single')
  await sql`create table lamps (id int, name text)`.execute(connection.db)
  await sql`insert into lamps values (1, 'Ampel'), (2, 'Leuchte'), (3, 'Ampel')`.execute(connection.db)
})
afterAll(async () => {
  await single.close()
  await connection.close()
})

let written = 0
const lamps = prepared('lamps', (db, name: string, least: number) => {
  written++
  const query = sql<{ id: number; name: string }>`select id, name from lamps where name = ${name} and id >= ${least}
    and ${name}::text is not null order by id limit ${10}`
  return { compile: () => query.compile(db) }
})
const titleNamed = preparedFirst('title named', (db, name: string) =>
  db.selectFrom('titles').select('id').where('name', '=', name),
)
const statements = async ({ db } = single) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements order by prepare_time`.execute(db)).rows.map(
    ({ name }) => name,
  )

it('is built once, and prepared once for each connection', async () => {
  expect(await lamps(single.db, 'Ampel', 1)).toHaveLength(2)
  expect(await lamps(single.db, 'Ampel', 2)).toEqual([{ id: 3, name: 'Ampel' }])
  expect(await lamps(connection.db, 'Leuchte', 0)).toEqual([{ id: 2, name: 'Leuchte' }])
  expect(await titleNamed(single.db, 'missing')).toBeUndefined()
  expect([written, await statements()]).toEqual([1, ['lamps 0', 'title named 0']])
})

it('is prepared again after a migration has changed its columns', async () => {
  expect(await lamps(single.db, 'Ampel', 3)).toHaveLength(1)
  await sql`alter table lamps alter name type varchar(50)`.execute(connection.db)
  expect(await lamps(single.db, 'Ampel', 3)).toEqual([{ id: 3, name: 'Ampel' }])
  expect(await statements()).toContain('lamps 1')
  await sql`alter table lamps drop id`.execute(connection.db)
  await expect(lamps(single.db, 'Ampel', 3)).rejects.toMatchObject({ code: '42703' })
})

it('is not prepared where a pooler may not allow it', async () => {
  const plain = open(connection.url, 1, REQUEST_LIMITS, 'plain', { prepares: false })
  expect(await titleNamed(plain.db, 'missing')).toBeUndefined()
  // Those of a library have names, too.
  const limits = createRateLimits({ db: plain.db, secret: async () => Buffer.from('secret'), log: pino({ level: 'silent' }) })
  expect(await limits.count('login', 'somebody')).toBeNull()
  expect(await plain.db.selectFrom('rate_limits').select('points').execute()).toEqual([{ points: 1 }])
  expect(await statements(plain)).toEqual([])
  await plain.close()
})
