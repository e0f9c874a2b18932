// Starts one PostgreSQL for a whole test run: TEST_DATABASE_URL if set, else an embedded one that never waits for the disk. On the
// embedded one, tests have the role of our programs, so that a missing right fails a test (ADR-0401). With TEST_POOLER, the queries
// of the tests go through PgBouncer, as those of requests do with DATABASE_DIRECT_URL; with TEST_REPLICA, the API reads from a
// replica, as with DATABASE_READ_URL. Without either, the queries of the tests go through a Unix socket (ADR-0337).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { urlOfAppRole } from '../app-role.ts'
import { createClient } from '../connections.ts'
import { embeddedPostgres } from '../embedded-postgres.ts'
import { migrate } from '../migrate.ts'
import { memoryFolder } from './memory-folder.ts'
import './database.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startPrimary, startReplica } from './replica.ts'

/** The replica has a change when it is confirmed, because a test reads what it has just written, before it is notified of it. */
const IN_STEP = ["synchronous_commit = 'remote_apply'", "synchronous_standby_names = '*'"]

/**
 * Maximum bytes of the folder's path: the path of a socket may have 103 bytes on macOS and 107 on Linux, and the file name takes
 * 16.
 */
const MOST_OF_SOCKET_FOLDER = 86

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started it.
  if (project.getProvidedContext().databaseServer) return undefined
  const dataDir = mkdtempSync(join(memoryFolder(), 'kiosk-test-'))
  const serverUrl = process.env.TEST_DATABASE_URL?.replace(/\/[^/]*$/, '')
  const fast = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=256MB',
    'autovacuum=off',
    // Three files at once, some with several servers.
    'max_connections=200',
  ]
  const isReplicated = Boolean(process.env.TEST_REPLICA) && !serverUrl
  // In the folder of the cluster, which belongs to the user that runs the server.
  const folder = join(dataDir, 'postgres')
  const hasSocket = !serverUrl && !isReplicated && !process.env.TEST_POOLER && folder.length < MOST_OF_SOCKET_FOLDER
  if (hasSocket) fast.push(`unix_socket_directories=${folder}`)
  const embedded = serverUrl || isReplicated ? undefined : await embeddedPostgres(dataDir, { settings: fast })
  const primary = isReplicated ? await startPrimary(dataDir) : undefined
  const url = serverUrl ?? embedded?.url ?? primary!.url
  const admin = new pg.Client({ connectionString: `${url}/postgres` })
  await admin.connect()
  await admin.query('drop database if exists template_kiosk')
  await admin.query('create database template_kiosk')
  await migrate(`${url}/template_kiosk`)
  const appUrl = serverUrl ?? (await serverUrlOfAppRole(url))
  if (hasSocket) {
    // Checking the password takes a quarter of the time of a connection, and tests open thousands through the socket.
    const hba = join(folder, 'pg_hba.conf')
    writeFileSync(hba, `local all all trust\n${readFileSync(hba, 'utf8')}`)
    await admin.query('select pg_reload_conf()')
  }
  const replica = primary && (await startReplica(primary))
  if (replica) {
    for (const setting of IN_STEP) await admin.query(`alter system set ${setting}`)
    await admin.query('select pg_reload_conf()')
  }
  await admin.end()
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(appUrl) : undefined
  project.vitest.provide('databaseServer', url)
  project.vitest.provide('databaseServerOfApp', appUrl)
  project.vitest.provide('databaseSocket', hasSocket ? folder : undefined)
  project.vitest.provide('pooler', pooler?.url)
  project.vitest.provide('replica', replica?.url)
  return async () => {
    await pooler?.stop()
    // The primary does not wait for a replica when it ends.
    await primary?.stop()
    await replica?.stop()
    await embedded?.leave()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Lets the role of our programs use the template, and so all databases that are cloned from it. Returns the server's URL with it. */
async function serverUrlOfAppRole(url: string): Promise<string> {
  const ownerUrl = `${url}/template_kiosk`
  const owner = createClient({ url: ownerUrl, name: 'owner' })
  await owner.connect()
  try {
    return (await urlOfAppRole(owner, ownerUrl)).replace(/\/[^/]*$/, '')
  } finally {
    await owner.end()
  }
}
