import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { plainIssue } from '@kiosk/importer/testing/malformed-pdfs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

const KIOSK = fileURLToPath(new URL('./kiosk.ts', import.meta.url))
/** Number of killed imports. IMPORT_KILLS=50 makes a long run. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 4)

let folder: string
let connection: Connection
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-'))
  await mkdir(join(folder, 'in'))
  for (let issue = 1; issue <= 6; issue++)
    await writeFile(join(folder, `in/bergblick-2026-0${issue}.pdf`), plainIssue(3, `Heft ${issue}`))
  await writeFile(join(folder, 'in/wiesengrund-2026-07.pdf'), plainIssue(2, 'Wiesengrund'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  connection = await testDatabase()
})
afterEach(() => connection.close())

function kiosk(
  dataDir: string,
  ...args: string[]
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const environment = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: connection.url }
  const child = spawn(process.execPath, [KIOSK, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return { child, ended: new Promise((resolve) => child.on('exit', (code) => resolve({ code, output }))) }
}

/** Returns everything that visitors can see, without the database's timestamps and generated ids. */
async function shelf(dataDir: string) {
  const { db } = connection
  const issues = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .selectAll('issues')
    .select('key')
    .orderBy('uid')
    .execute()
  const pages = await db
    .selectFrom('pages')
    .innerJoin('issues', 'issues.id', 'issue_id')
    .selectAll('pages')
    .select('uid')
    .orderBy('uid')
    .orderBy('pages.number')
    .execute()
  const titles = await db.selectFrom('titles').selectAll().orderBy('key').execute()
  const imports = await db.selectFrom('imports').select(['sha256', 'file_name', 'state', 'issue_uid']).orderBy('sha256').execute()
  const subscriptions = await db
    .selectFrom('title_plans')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['key', 'plan_id'])
    .orderBy('key')
    .orderBy('plan_id')
    .execute()
  const files = (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return `${path.slice(dataDir.length)} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`
    }),
  )
  const timeless = <Row extends object>(row: Row) => {
    const { id, title_id, issue_id, published_at, created_at, ...kept } = row as Record<string, unknown>
    return kept
  }
  return {
    issues: issues.map(timeless),
    pages: pages.map(timeless),
    titles: titles.map(timeless),
    imports,
    subscriptions,
    files: contents.sort(),
  }
}

async function countFiles(dataDir: string): Promise<number> {
  return (await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])).length
}

test(`an import killed at ${KILLS} random moments and restarted has the same result as without kills`, async () => {
  const calm = join(folder, 'calm')
  expect((await kiosk(calm, 'import', join(folder, 'in')).ended).code).toBe(0)
  const expected = await shelf(calm)
  expect(expected.issues).toHaveLength(7)
  await connection.close()

  connection = await testDatabase()
  const stormy = join(folder, 'stormy')
  let interrupted = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = kiosk(stormy, 'import', join(folder, 'in'))
    const before = await countFiles(stormy)
    const more = Math.floor(Math.random() * 25)
    let running = true
    ended.then(() => {
      running = false
    })
    while (running && (await countFiles(stormy)) < before + more) await pause(10)
    await pause(Math.random() * 40)
    child.kill('SIGKILL')
    if ((await ended).code === null) interrupted++
    // Every visible issue is complete.
    const visible = await connection.db.selectFrom('issues').select(['uid', 'revision', 'page_count']).execute()
    for (const { uid, revision, page_count } of visible) {
      const names = await readdir(join(stormy, `files/issues/${uid}/${revision}/pages`))
      expect(names).toHaveLength(page_count * 3)
    }
  }
  expect(interrupted).toBeGreaterThan(0)
  const { code, output } = await kiosk(stormy, 'import', join(folder, 'in')).ended
  expect(output).toMatch(/ 0 replaced, \d already there, 0 rejected/)
  expect(code).toBe(0)
  expect(await shelf(stormy)).toEqual(expected)
})

test('a stopped import abandons issues in progress, keeps published ones, and continues when restarted', async () => {
  const dataDir = join(folder, 'stopped')
  const { child, ended } = kiosk(dataDir, 'import', join(folder, 'in'))
  while ((await countFiles(dataDir)) < 30) await pause(10)
  child.kill('SIGTERM')
  const { code, output } = await ended
  expect(code).toBe(130)
  expect(output).toContain('stopped; run it again to continue')
  expect(output).not.toContain('rejected')
  const uids = (await connection.db.selectFrom('issues').select('uid').execute()).map(({ uid }) => uid)
  for (const uid of await readdir(join(dataDir, 'files/issues')))
    if ((await readdir(join(dataDir, 'files/issues', uid))).length > 0) expect(uids).toContain(uid)
  expect((await kiosk(dataDir, 'import', join(folder, 'in')).ended).code).toBe(0)
})

test('exits with 1 after importing the rest if a file is rejected, and with 64 for wrong arguments', async () => {
  const mixed = join(folder, 'mixed')
  await mkdir(mixed)
  await writeFile(join(mixed, 'a-letter.pdf'), 'Liebe Leserin')
  await writeFile(join(mixed, 'bergblick-2026-08.pdf'), plainIssue(1))
  const dataDir = join(folder, 'data')
  const { code, output } = await kiosk(dataDir, 'import', mixed).ended
  expect(code).toBe(1)
  expect(output).toContain('a-letter.pdf is not a PDF but looks like plain text: correct its name, or export a PDF')
  expect(output).toMatch(/1 imported, 0 replaced, 0 already there, 1 rejected/)
  expect((await kiosk(dataDir, 'import').ended).code).toBe(64)
})
