import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, type Database, open, poolOf } from '../connect.ts'
import { createClient } from '../connections.ts'
import { migrate } from '../migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this test run, with a migrated `template_kiosk`, as the owner of all databases. */
    databaseServer: string
    /** The same with the role of our programs, unless the server is given. */
    databaseServerOfApp: string
    /** Folder of its Unix socket, if it has one: a short query takes a third less processor time than through TCP. */
    databaseSocket: string | undefined
    /** PgBouncer in front of the server, if TEST_POOLER is set. */
    pooler: string | undefined
    /** A replica of the server, if TEST_REPLICA is set. */
    replica: string | undefined
  }
}

const MIGRATIONS = new URL('../migrations/', import.meta.url)
/** Clones by copying the template's files, instead of writing its pages through the log. */
const CLONED = 'template template_kiosk strategy file_copy'
/** Advisory lock held while a database is cloned. */
const CLONE_LOCK = 20_261_123

/**
 * Creates a separate database for a test file, cloned from the migrated template, together with its copy on the replica, if there
 * is one. The connection has the role of our programs, which cannot change the schema (`asOwner`). Close it in `afterAll`.
 * @param options `isDirect`: for background work, which never uses a pooler; `isOwner`: for tests of the database itself, which
 *   change its schema
 */
export async function testDatabase({
  isDirect = false,
  isOwner = false,
} = {}): Promise<Connection & { replicaUrl: string | undefined }> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} ${CLONED}`)
  const pooler = isDirect || isOwner ? undefined : inject('pooler')
  const how = pooler ? { poolerUrl: `${pooler}/${name}`, prepares: false } : {}
  const url = `${isOwner ? server : inject('databaseServerOfApp')}/${name}`
  const connection = open(throughSocket(url), 5, undefined, undefined, how)
  const replica = inject('replica')
  return {
    ...connection,
    // Programs of tests connect through TCP, as those of a newsstand do.
    url,
    ownerUrl: `${server}/${name}`,
    replicaUrl: replica && `${replica}/${name}`,
    async close() {
      await connection.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

/** Returns the URL of a test database as its owner. @param url the same with another role, or through the socket */
export function ownerUrlOf(url: string): string {
  return `${inject('databaseServer')}${url.slice(url.lastIndexOf('/'))}`
}

/** Has a test's database run a statement that only the owner of its tables may run. */
export async function asOwner(db: Database, statement: string): Promise<void> {
  const owner = createClient({ url: throughSocket(ownerUrlOf(poolOf(db).url)), name: 'owner' })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}

function throughSocket(url: string): string {
  const folder = inject('databaseSocket')
  return folder === undefined ? url : url.replace(/@[^/:]+/, `@${encodeURIComponent(folder)}`)
}

/** Creates an empty database. Drop it afterwards. */
export function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  return database('')
}

/** Creates a database with all migrations, cloned from the template: applying them takes a second of processor time. Drop it afterwards. */
export function migratedDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  return database(CLONED)
}

async function database(how: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} ${how}`)
  return { url: `${server}/${name}`, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

/** Creates a database to which only some migrations were applied, by the names of their files. Drop it afterwards. */
export async function databaseWith(isApplied: (name: string) => boolean): Promise<{ url: string; drop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  try {
    for (const name of readdirSync(MIGRATIONS))
      if (name.endsWith('.sql') && isApplied(name)) copyFileSync(new URL(name, MIGRATIONS), join(folder, name))
    const database = await emptyDatabase()
    await migrate(database.url, pathToFileURL(`${folder}/`))
    return database
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A connection of this process to the server, for all its databases. */
let administration: Promise<pg.Client> | undefined

async function onServer(server: string, sql: string): Promise<void> {
  administration ??= connectForAdministration(server)
  const client = await administration
  // Cloning requires exclusive access to the template, so clones wait for each other.
  await client.query(`select pg_advisory_lock(${CLONE_LOCK})`)
  try {
    await client.query(sql)
  } finally {
    await client.query(`select pg_advisory_unlock(${CLONE_LOCK})`)
  }
}

async function connectForAdministration(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: throughSocket(`${server}/postgres`) })
  client.on('error', () => {
    administration = undefined
  })
  await client.connect()
  // The process ends without waiting for it.
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}
