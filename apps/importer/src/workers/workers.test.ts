import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createWorkers } from './workers.ts'

const run_ = promisify(execFile)

test('closing does not wait for a process that could not start', async () => {
  const workers = createWorkers({ processes: 1 })
  const { execPath } = process
  process.execPath = '/missing/node'
  const job = workers.run('pdfInfo', { path: 'issue.pdf' }).catch((error: Error) => error.message)
  process.execPath = execPath
  await workers.close()
  expect(await job).toMatch(/stopped/)
})

test('without a file descriptor for another process, jobs fail and nothing else does', async () => {
  const code = `
    import { openSync } from 'node:fs'
    const { createWorkers } = await import(${JSON.stringify(fileURLToPath(new URL('./workers.ts', import.meta.url)))})
    const workers = createWorkers({ processes: 1 })
    try { for (;;) openSync('/dev/null') } catch {}
    const reasonOf = (page) => workers.run('picture', { path: 'issue.pdf', page, width: 160, format: 'webp' }).catch(({ code }) => code)
    const reasons = await Promise.all([reasonOf(1), reasonOf(2)])
    await workers.close()
    process.exit(reasons.every((reason) => reason === 'crashed') ? 0 : 2)`
  const limited = ['-c', 'ulimit -n 200; exec "$0" --input-type=module -e "$1"', process.execPath, code]
  await expect(run_('sh', limited)).resolves.toBeDefined()
})
