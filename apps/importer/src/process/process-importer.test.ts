import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { contentsFile, draftFolder, partsFolder, pdfFile } from '@kiosk/backend/catalogue/uploads/upload-files'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LayoutProblem } from '../layout/layout-model.ts'
import { makePdf } from '../testing/malformed-pdfs.ts'
import { silentProgram, withProgram } from '../testing/other-program.ts'
import { createProcessImporter, type ProcessLimits } from './process-importer.ts'

let connection: Connection
let dataDir: string
beforeAll(async () => {
  connection = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'kiosk-importer-'))
})
afterAll(async () => {
  await connection.close()
  await rm(dataDir, { recursive: true, force: true })
})

const LIMITS: ProcessLimits = {
  timeMs: { read: 60_000, publish: 60_000, replaced: 60_000, rebuild: 60_000 },
  startMs: 60_000,
  memoryBytes: 1024 * 1024 * 1024,
}
const importerWith = (limits: Partial<ProcessLimits> = {}) =>
  createProcessImporter({ databaseUrl: connection.url, bucket: null, dataDir, processes: 1 }, { ...LIMITS, ...limits })
const PAGES = 3
const file = makePdf({
  info: { Title: 'Almzeit Nr. 7' },
  pages: Array.from({ length: PAGES }, () => ({
    lines: Array(9).fill('Am Morgen lag Reif auf den Wiesen, und die Hirten kamen.'),
  })),
})

const READ = { pages: PAGES, sha256: createHash('sha256').update(file).digest('hex') }

/** Returns what `read` is given for an upload in three parts. */
async function upload(id: string, onPage: (done: number, of: number) => void = () => {}) {
  const files = filesAt(null, dataDir)
  const cuts = [0, 100, 2000, file.length]
  const parts = cuts.slice(1).map((_, at) => `part-${at}`)
  for (const [at, part] of parts.entries()) await files.write(partsFolder(id) + part, file.subarray(cuts[at], cuts[at + 1]))
  const place = { db: connection.db, files, pdf: pdfFile(id), fileName: 'heft.pdf', folder: draftFolder(id) }
  return { ...place, upload: { id, bytes: file.length, parts }, onPage }
}
/** Processes started by this one that read uploads. */
function children(): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes('importer-process')).map((line) => Number.parseInt(line, 10))
}

test.each([
  ['that takes too long', { timeMs: { ...LIMITS.timeMs, read: 1 } }, 'tooSlow'],
  ['that needs too much memory', { memoryBytes: 40 * 1024 * 1024 }, 'tooMuchMemory'],
])('a process %s is ended, with a reason for the desk', async (_, limits, code) => {
  const importer = importerWith(limits)
  await expect(importer.read(await upload(code))).rejects.toMatchObject({ name: 'ImportError', code })
  expect(children()).toEqual([])
  await importer.close()
})

test('the job of a killed process fails, and the next process finishes the work and ends', async () => {
  const importer = importerWith()
  const draft = await upload('killed', () => {
    for (const pid of children()) process.kill(pid, 'SIGKILL')
  })
  await expect(importer.read(draft)).rejects.toThrow('the importer ended (SIGKILL)')
  const done: number[] = []
  expect(await importer.read({ ...draft, onPage: (page) => done.push(page) })).toEqual(READ)
  expect(done).toEqual([1, 2, 3])
  expect(await draft.files.read(pdfFile('killed'))).toEqual(file)
  const contents = JSON.parse(String(await draft.files.read(contentsFile('killed')))) as { pages: unknown[] }
  expect(contents.pages).toHaveLength(PAGES)
  expect(children()).toEqual([])
  await importer.close()
})

test('an import ends with its job, and with the importer', async () => {
  const importer = importerWith()
  const draft = await upload('stopped')
  const stop = new AbortController()
  const stopped = importer.read({ ...draft, signal: stop.signal })
  stop.abort()
  await expect(stopped).rejects.toThrow('the importer ended')
  const closed = importer.read(draft)
  await Promise.all([expect(closed).rejects.toThrow('the importer ended'), importer.close()])
  expect(children()).toEqual([])
  await expect(importer.read(draft)).rejects.toThrow('closed')
})

test('the job of a process that never becomes ready fails', async () => {
  const importer = importerWith({ startMs: 500 })
  const draft = await upload('silent')
  const program = await silentProgram(dataDir)
  const read = withProgram(program, () => importer.read(draft))
  await expect(read).rejects.toThrow('the importer was not ready within 0.5 seconds')
  await importer.close()
})

test('issues are read again in a process, too', async () => {
  const importer = importerWith()
  const place = { db: connection.db, files: filesAt(null, dataDir) }
  expect(await importer.rebuild({ ...place, uid: 'nothing' })).toEqual({ outcome: 'left', problem: 'it has no PDF' })
  expect(children()).toEqual([])
  const stop = new AbortController()
  const stopped = importer.rebuild({ ...place, uid: 'nothing', signal: stop.signal })
  stop.abort()
  await expect(stopped).rejects.toThrow('the importer ended')
  await importer.close()
})

test('a layout model that cannot be used is reported once, and the upload is read without it', async () => {
  const problems: LayoutProblem[] = []
  const layoutModel = join(dataDir, 'none.onnx')
  const importer = createProcessImporter(
    { databaseUrl: connection.url, bucket: null, dataDir, processes: 1, layoutModel },
    LIMITS,
    (problem) => problems.push(problem),
  )
  expect(await importer.read(await upload('layout'))).toEqual(READ)
  expect(problems).toEqual([{ event: 'layout.unavailable', problem: `LAYOUT_MODEL ${layoutModel}: there is no such file` }])
  await importer.close()
})
