// The backup commands as an operator runs them, and killed at several moments.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { appSecret } from '@kiosk/backend/app-secret'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { migrate } from '@kiosk/backend/db/migrate'
import { emptyDatabase, testDatabase } from '@kiosk/backend/db/testing/database'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { reportBackupErrors } from './backup-storage.ts'
import { runAndListen as run } from './testing/run-and-listen.ts'

/** So many files that a backup is killed while it copies them. */
const FILES = 200
const POLL_EVERY_MS = 5
/** A statement of a restore on a busy machine. */
const STATEMENT_TIMEOUT_MS = 30_000

let connection: Connection
let folder: string
let identity: string
let recipient: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kiosk-backup-'))
  await appSecret(connection.db)()
  for (let count = 0; count < 20; count++) await createAccount(connection.db)
  vi.stubEnv('DATABASE_URL', connection.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  mkdirSync(join(folder, 'data/files/issues'), { recursive: true })
  for (let file = 0; file < FILES; file++) writeFileSync(join(folder, `data/files/issues/${file}`), String(file))
  vi.stubEnv('BACKUP_DIR', join(folder, 'backups'))
  const printed = (await run('backup', 'key')).output
  identity = join(folder, 'key.txt')
  writeFileSync(identity, printed)
  recipient = /age1\w+/.exec(printed)![0]
  vi.stubEnv('BACKUP_RECIPIENTS', recipient)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllEnvs()
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command in a process of its own, and kills it as soon as `isTime`, by what it has printed. */
async function killedWhen(isTime: (output: string) => boolean, args: string[]): Promise<void> {
  const program = new URL('./kiosk.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, ...args], { env: process.env })
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const poll = setInterval(() => isTime(output) && child.kill('SIGKILL'), POLL_EVERY_MS)
  const [, signal] = await once(child, 'exit')
  clearInterval(poll)
  expect([output, signal]).toEqual([expect.any(String), 'SIGKILL'])
  // PostgreSQL keeps the connection and the lock until the statement that ran when it was killed has ended.
  await expect.poll(connections, { timeout: STATEMENT_TIMEOUT_MS }).toBe(0)
}

/** Returns the number of connections that a backup or a restore has to the database of the command. */
async function connections(): Promise<number> {
  const database = new URL(process.env.DATABASE_URL!).pathname.slice(1)
  const { rows } = await sql`select from pg_stat_activity
    where datname = ${database} and application_name in ('backup', 'restore')`.execute(connection.db)
  return rows.length
}

const entriesIn = (path: string) => (existsSync(join(folder, path)) ? readdirSync(join(folder, path)).sort() : [])
const idsIn = () => entriesIn('backups/backups')

test('a backup that is killed does not count, and the next one removes what it has left', async () => {
  const complete: string[] = []
  const newest = () => idsIn().filter((id) => !complete.includes(id))
  const moments = [
    () => newest().some((id) => entriesIn(`backups/backups/${id}/tables`).length > 2),
    (output: string) => output.includes('Database: '),
  ]
  for (const isTime of moments) {
    await killedWhen(isTime, ['backup'])
    const dead = idsIn().at(-1)!
    expect((await run('backup', 'list')).output).toContain(`${dead}  incomplete`)
    // The database may notice a moment later that the program is dead.
    await expect.poll(async () => (await run('backup')).output).toContain(`Removed ${dead}, which was interrupted.`)
    expect((await run('backup', 'list')).output).not.toContain('incomplete')
    complete.push(...newest())
  }
  expect(idsIn()).toHaveLength(2)
  expect((await run('backup', '--keep-last', '1', '--keep-daily', '1', '--keep-weekly', '1', '--keep-monthly', '0')).status).toBe(
    0,
  )
  expect(idsIn()).toHaveLength(1)
})

test('a restore that is killed leaves a database on which nothing starts; repeating it completes it', async () => {
  const target = await emptyDatabase()
  vi.stubEnv('DATABASE_URL', target.url)
  vi.stubEnv('DATA_DIR', join(folder, 'restored'))
  try {
    expect(await run('backup')).toEqual({ status: 1, output: expect.stringMatching(/^The database is not in use yet: /) })
    const args = ['restore', '--identity', identity]
    for (const line of ['Restoring ', 'Rows are inserted', 'Indexes are built']) {
      await killedWhen((output) => output.includes(line), args)
      if (line !== 'Restoring ') await expect(migrate(target.url)).rejects.toThrow('partly restored')
    }
    const { status, output } = await run(...args)
    expect([output, status]).toEqual([expect.stringContaining('Restored in '), 0])
    expect(output).toContain('Not in the backup: operator.json, the private key, and the values of BACKUP_DIR, BACKUP_RECIPIENTS')
    const restored = open(target.url, 1)
    const accounts = async ({ db }: Pick<Connection, 'db'>) => db.selectFrom('accounts').selectAll().orderBy('id').execute()
    expect(await accounts(restored)).toEqual(await accounts(connection))
    await restored.close()
    expect(readdirSync(join(folder, 'restored/files/issues'))).toHaveLength(FILES)
    vi.stubEnv('DATA_DIR', join(folder, 'elsewhere'))
    const again = await run(...args)
    expect(again).toEqual({ status: 1, output: expect.stringMatching(/^Restoring \S+\nThe database is not empty .*$/) })
  } finally {
    vi.stubEnv('DATABASE_URL', connection.url)
    vi.stubEnv('DATA_DIR', join(folder, 'data'))
    await target.drop()
  }
})

test('a full disk of the database is one line', async () => {
  const lines: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), { code: '53100' })
  expect(await reportBackupErrors(() => Promise.reject(full))).toBe(1)
  expect(lines).toEqual(['could not extend file "base/1/2": No space left on device (53100)'])
})

test('a damaged backup is listed among the others', async () => {
  const id = '2020-01-01T00-00-00-000Z'
  mkdirSync(join(folder, 'backups/backups', id), { recursive: true })
  writeFileSync(join(folder, 'backups/backups', id, 'manifest.json'), '{')
  const { status, output } = await run('backup', 'list')
  rmSync(join(folder, 'backups/backups', id), { recursive: true })
  expect(output).toMatch(new RegExp(`^${id}  damaged: .*\\n\\S+  .* rows in`))
  expect(status).toBe(1)
})

test('what is set wrongly is named on one line', async () => {
  const line = (text: RegExp, status = 1) => ({ status, output: expect.stringMatching(text) })
  expect(await run('restore', '--identity', join(folder, 'nowhere'))).toEqual(line(/^\S+nowhere cannot be read: ENOENT\.$/))
  expect(await run('restore', '--identity', join(import.meta.dirname, 'kiosk.ts'))).toEqual(line(/^\S+ has no private key/))
  expect(await run('restore', '2020', '--identity', identity)).toEqual(line(/^There is no complete backup 2020: .*$/))
  vi.stubEnv('BACKUP_RECIPIENTS', '')
  expect(await run('backup')).toEqual(line(/^BACKUP_RECIPIENTS: set the public key .*$/))
  vi.stubEnv('BACKUP_RECIPIENTS', readFileSync(identity, 'utf8').split('\n')[1]!)
  expect(await run('backup')).toEqual(line(/^BACKUP_RECIPIENTS: is a list of public keys: age1…$/, 78))
  vi.stubEnv('BACKUP_RECIPIENTS', recipient)
  vi.stubEnv('BACKUP_S3_REGION', 'eu')
  expect((await run('backup')).output).toMatch(/^BACKUP_S3_BUCKET_URL: missing/)
  vi.stubEnv('BACKUP_S3_REGION', '')
  vi.stubEnv('BACKUP_DIR', '')
  expect(await run('backup', 'list')).toEqual(line(/^BACKUP_DIR: set this folder, or BACKUP_S3_BUCKET_URL/, 78))
  vi.stubEnv('BACKUP_DIR', join(folder, 'backups'))
})
