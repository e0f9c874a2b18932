import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentProgram, withProgram } from '../testing/other-program.ts'
import { createWorkers } from './workers.ts'

const run_ = promisify(execFile)
/** Returns the address of a module, as a literal. */
const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-workers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('closing does not wait for a process that could not start', async () => {
  const workers = createWorkers({ processes: 1 })
  const job = withProgram('/missing/node', () => workers.run('pdfInfo', { path: 'issue.pdf' }))
  const stopped = expect(job).rejects.toThrow(/stopped/)
  await workers.close()
  await stopped
})

test('the job of a process that never becomes ready fails', async () => {
  const workers = createWorkers({ processes: 1, bounds: { startMs: 500 } })
  const program = await silentProgram(folder)
  const job = withProgram(program, () => workers.run('pdfInfo', { path: 'issue.pdf' }))
  await expect(job).rejects.toMatchObject({ code: 'notStarted' })
  await workers.close()
})

test('without a file descriptor for another process, jobs fail and nothing else does', async () => {
  const code = `
    import { openSync } from 'node:fs'
    const { createWorkers } = await import(${module('./workers.ts')})
    const { createProcessImporter } = await import(${module('../process/process-importer.ts')})
    const workers = createWorkers({ processes: 1 })
    const importer = createProcessImporter({ databaseUrl: '', bucket: null, dataDir: '' })
    try { for (;;) openSync('/dev/null') } catch {}
    const reasonOf = (page) => workers.run('picture', { path: 'issue.pdf', page, width: 160, format: 'webp' }).catch(({ code }) => code)
    const reasons = await Promise.all([reasonOf(1), reasonOf(2)])
    const { message } = await importer.read({}).catch((error) => error)
    await Promise.all([workers.close(), importer.close()])
    process.exit(reasons.every((reason) => reason === 'notStarted') && message.startsWith('the importer ended') ? 0 : 2)`
  const limited = ['-c', 'ulimit -n 200; exec "$0" --input-type=module -e "$1"', process.execPath, code]
  await expect(run_('sh', limited)).resolves.toBeDefined()
})
