import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { embeddedPostgres } from './embedded-postgres.ts'

test('the embedded server logs a unique violation without the address', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-log-'))
  const server = await embeddedPostgres(dataDir)
  const client = new pg.Client({ connectionString: `${server.url}/postgres` })
  try {
    await client.connect()
    await client.query('create temporary table people (email text, name text not null check (length(name) > 2))')
    await client.query('create unique index people_by_email on people (lower(email))')
    const insert = (email: string, name: string) =>
      client.query({ text: 'insert into people values ($1, $2)', values: [email, name] }).catch((error: Error) => error.message)
    await insert('mira.holm@example.org', 'Mira')
    expect(await insert('MIRA.HOLM@example.org', 'Mira')).toMatch(/duplicate key/)
    expect(await insert('jonas@example.org', 'Jo')).toMatch(/check constraint/)
    await client.query("insert into people values ('mira.holm@example.org', 'Mira')").catch(() => undefined)
  } finally {
    await client.end()
    await server.leave()
  }
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  rmSync(dataDir, { recursive: true, force: true })
  expect(log).toMatch(/duplicate key value violates unique constraint "people_by_email"/)
  expect(log).not.toMatch(/@example\.org|Mira|Jonas/i)
})
