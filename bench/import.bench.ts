// Speed of the import, against poppler rendering and reading the same pages on the same cores.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { connect } from '@kiosk/backend/db/connect'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { encodePage } from '@kiosk/importer/images'
import { importIssue } from '@kiosk/importer/import-issue'
import { plainIssue, UPRIGHT } from '@kiosk/importer/testing/malformed-pdfs'
import { createWorkers } from '@kiosk/importer/workers/workers'
import type { Row } from './row.ts'

const BUDGET = 1.5
const SHARED = join(import.meta.dirname, '../../shared/issues')
const REAL_ISSUES = [
  'libreas/libreas-31.pdf',
  'fait-main/fait-main-3.pdf',
  'lipu-tenpo/0016kulupu.pdf',
  'international-open-magazine/iom-2016-03.pdf',
  'der-erzaehler/der-erzaehler-1840-02-21.pdf',
]
const run_ = promisify(execFile)

/** Runs poppler and the import in turns on the same issues, so that both run under the same conditions. */
export async function run(): Promise<{ rows: Row[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'import-bench-'))
  const connection = await connect({ dataDir: folder })
  const cores = availableParallelism()
  const workers = createWorkers({ processes: cores })
  const files = fileSystem(join(folder, 'files'))
  try {
    const issues = await issuesIn(folder)
    // Warm-up of processes and caches on both sides.
    const warm = join(folder, 'warm.pdf')
    await writeFile(warm, plainIssue(2 * cores, 'Anlauf', UPRIGHT))
    await importIssue({ connection, files, pdfPath: warm, metadata: {}, pictures: 'now' }, workers)
    await poppler(warm, 2 * cores, join(folder, 'poppler-warm'), cores)
    let [pages, importerMs, popplerMs] = [0, 0, 0]
    for (const [index, pdfPath] of issues.entries()) {
      const count = await pageCount(pdfPath)
      popplerMs += await timed(() => poppler(pdfPath, count, join(folder, `poppler-${index}`), cores))
      importerMs += await timed(() => importIssue({ connection, files, pdfPath, metadata: {}, pictures: 'now' }, workers))
      pages += count
    }
    const ratio = popplerMs / importerMs
    const row: Row = {
      what: `import of ${issues.length} issues with ${pages} pages on ${cores} cores`,
      value: `${((pages * 1000) / importerMs).toFixed(1)} pages/s`,
      yardstick: `pdftoppm and pdftotext -bbox, pictures through the same encoder: ${((pages * 1000) / popplerMs).toFixed(1)} pages/s`,
      ratio,
      budget: `≥ ${BUDGET} ×`,
      met: ratio >= BUDGET,
    }
    return { rows: [row] }
  } finally {
    await workers.close()
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function issuesIn(folder: string): Promise<string[]> {
  if (existsSync(SHARED)) return REAL_ISSUES.map((name) => join(SHARED, name))
  const made = [60, 30, 20].map(async (pages) => {
    const path = join(folder, `made-${pages}.pdf`)
    await writeFile(path, plainIssue(pages, `Heft ${pages}`, UPRIGHT))
    return path
  })
  return Promise.all(made)
}

async function pageCount(path: string): Promise<number> {
  const { stdout } = await run_('pdfinfo', [path])
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1])
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Renders, reads and encodes the pages with poppler, in small portions on all cores. */
async function poppler(path: string, pages: number, folder: string, cores: number): Promise<void> {
  await mkdir(folder)
  const portions: number[] = []
  for (let first = 1; first <= pages; first += 4) portions.push(first)
  const waiting = portions.values()
  async function work(): Promise<void> {
    for (const first of waiting) {
      const range = ['-f', String(first), '-l', String(Math.min(pages, first + 3))]
      const here = join(folder, String(first))
      await mkdir(here)
      await run_('pdftoppm', [
        ...range,
        '-scale-to-x',
        String(READING_WIDTH_PIXELS),
        '-scale-to-y',
        '-1',
        path,
        join(here, 'page'),
      ])
      await run_('pdftotext', [...range, '-bbox', path, join(here, 'words.html')])
      for (const name of await readdir(here)) {
        if (!name.endsWith('.ppm')) continue
        const image = await encodePage(portableMap(await readFile(join(here, name))), 'webp')
        await writeFile(join(here, `${name}.webp`), image)
      }
    }
  }
  await Promise.all(Array.from({ length: cores }, work))
  await rm(folder, { recursive: true })
}

/** Parses a binary PPM: "P6 width height 255", then three bytes per pixel. */
function portableMap(file: Buffer): { data: Buffer; width: number; height: number } {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40))
  if (!head) throw new Error('pdftoppm wrote no PPM')
  return { data: file.subarray(head[0].length), width: Number(head[1]), height: Number(head[2]) }
}
