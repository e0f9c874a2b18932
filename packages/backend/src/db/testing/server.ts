// Starts one PostgreSQL for a whole test run: TEST_DATABASE_URL if set, else an embedded one that never waits for the disk. With
// TEST_POOLER, the queries of the tests go through PgBouncer, as those of requests do with DATABASE_DIRECT_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedPostgres } from '../embedded-postgres.ts'
import { memoryFolder } from '../memory-folder.ts'
import { migrate } from '../migrate.ts'
import './database.ts'
import { startPgBouncer } from './pgbouncer.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'kiosk-test-'))
  const serverUrl = process.env.TEST_DATABASE_URL?.replace(/\/[^/]*$/, '')
  const fast = [
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
    ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB', 'autovacuum=off'],
    // Three files at once, some with several servers.
    'max_connections=200',
  ]
  const embedded = serverUrl ? undefined : await embeddedPostgres(dataDir, { settings: fast })
  const url = serverUrl ?? embedded!.url
  const admin = new pg.Client({ connectionString: `${url}/postgres` })
  await admin.connect()
  await admin.query('drop database if exists template_kiosk')
  await admin.query('create database template_kiosk')
  await admin.end()
  await migrate(`${url}/template_kiosk`)
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(url) : undefined
  project.provide('databaseServer', url)
  project.provide('pooler', pooler?.url)
  return async () => {
    await pooler?.stop()
    await embedded?.leave()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
