// Speed of the import, against poppler rendering and reading the same pages on the same cores.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { connect } from '@kiosk/backend/db/connect'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { encodePage } from '@kiosk/importer/images'
import { importFiles } from '@kiosk/importer/import-files'
import { plainIssue, UPRIGHT } from '@kiosk/importer/testing/malformed-pdfs'
import { processorMsFromHere } from './processor-time.ts'
import type { Row } from './row.ts'

const BUDGET = 1.5
const ROUNDS = 4
const SHARED = join(import.meta.dirname, '../../shared/issues')
const REAL_ISSUES = [
  'libreas/libreas-31.pdf',
  'fait-main/fait-main-3.pdf',
  'lipu-tenpo/0016kulupu.pdf',
  'international-open-magazine/iom-2016-03.pdf',
  'der-erzaehler/der-erzaehler-1840-02-21.pdf',
]
const run_ = promisify(execFile)

type Issue = { path: string; pages: number }
/** Time of the clock, and processor time of this process, of those that it starts, and of the database. Milliseconds. */
type Spent = { clock: number; own: number; started: number; database: number }

/**
 * Imports the same issues as the command does, two files at a time, and renders, reads and encodes their pages with poppler on all
 * cores; in turns, so that both run under the same conditions. Both sides have all files before them, so that no core waits between
 * the end of one file and the beginning of the next.
 */
export async function run(options: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args: options, options: { issues: { type: 'string' }, rounds: { type: 'string' } } })
  const rounds = Number(values.rounds ?? ROUNDS)
  const folder = await mkdtemp(join(tmpdir(), 'import-bench-'))
  const connection = await connect({ dataDir: folder })
  const cores = availableParallelism()
  const files = fileSystem(join(folder, 'files'))

  async function importAll(paths: string[]): Promise<void> {
    const report = { file() {}, note() {}, progress() {} }
    const { imported } = await importFiles({ connection, files, paths, processes: cores }, report)
    if (imported !== paths.length) throw new Error(`${imported} of ${paths.length} files were imported`)
  }
  async function measured(work: () => Promise<void>, sum: Spent): Promise<void> {
    const [start, before] = [performance.now(), processorMsFromHere(folder)]
    await work()
    const after = processorMsFromHere(folder)
    sum.clock += performance.now() - start
    for (const part of ['own', 'started', 'database'] as const) sum[part] += after[part] - before[part]
  }

  try {
    const issues = await issuesIn(values.issues ?? SHARED, folder)
    const warm = join(folder, 'warm.pdf')
    await writeFile(warm, plainIssue(2 * cores, 'Anlauf', UPRIGHT))
    await importAll([warm])
    await poppler([{ path: warm, pages: 2 * cores }], join(folder, 'poppler-warm'), cores)
    const ours: Spent = { clock: 0, own: 0, started: 0, database: 0 }
    const theirs = { ...ours }
    for (let round = 0; round < rounds; round++) {
      const paths = await copiesFor(round, issues, folder)
      const turns = [
        () => measured(() => importAll(paths), ours),
        () => measured(() => poppler(issues, join(folder, `poppler-${round}`), cores), theirs),
      ]
      for (const turn of round % 2 ? turns.reverse() : turns) await turn()
    }
    const pages = rounds * issues.reduce((sum, each) => sum + each.pages, 0)
    const what = `${issues.length} issues with ${pages / rounds} pages, ${rounds} times, on ${cores} cores with a load of ${loadavg()[1]!.toFixed(1)}`
    const way = 'pdftoppm and pdftotext -bbox, four pages each, pictures through the same encoder, on all cores'
    const row = (name: string, of: (side: Spent) => string, ratio: number): Row => ({
      what: `${name} of ${what}`,
      value: of(ours),
      yardstick: `${way}: ${of(theirs)}`,
      ratio,
      budget: `≥ ${BUDGET} ×`,
      met: ratio >= BUDGET,
    })
    const perPage = (ms: number) => (ms / pages).toFixed(0)
    const ofAll = ({ own, started, database }: Spent) => own + started + database
    const busy = (side: Spent) => `${((100 * ofAll(side)) / (side.clock * cores)).toFixed(0)} % of the cores`
    return {
      rows: [
        row(
          'import, two files at a time,',
          (side) => `${((pages * 1000) / side.clock).toFixed(1)} pages/s with ${busy(side)}`,
          theirs.clock / ours.clock,
        ),
        row(
          'processor time of the import, two files at a time,',
          (side) =>
            `${perPage(ofAll(side))} ms a page (${perPage(side.started)} in other processes, ${perPage(side.own)} here, ${perPage(side.database)} in the database)`,
          ofAll(theirs) / ofAll(ours),
        ),
      ],
    }
  } finally {
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the real issues, or made ones in `folder` where these are missing. */
async function issuesIn(real: string, folder: string): Promise<Issue[]> {
  if (existsSync(real)) {
    const paths = REAL_ISSUES.map((name) => join(real, name))
    return Promise.all(paths.map(async (path) => ({ path, pages: await pageCount(path) })))
  }
  const made = [60, 30, 20].map(async (pages) => {
    const path = join(folder, `made-${pages}.pdf`)
    await writeFile(path, plainIssue(pages, `Heft ${pages}`, UPRIGHT))
    return { path, pages }
  })
  return Promise.all(made)
}

/** Copies the issues with other last bytes and another title, because a file that is already imported is skipped. */
async function copiesFor(round: number, issues: readonly Issue[], folder: string): Promise<string[]> {
  const here = join(folder, `round-${round}`)
  await mkdir(here)
  const copies = issues.map(async ({ path }) => {
    const name = basename(path, '.pdf')
    const copy = join(here, `${name}.pdf`)
    await copyFile(path, copy)
    await appendFile(copy, `\n% ${round}\n`)
    await writeFile(join(here, `${name}.json`), JSON.stringify({ title: `${name} ${round}`, date: '2026-11-01' }))
    return copy
  })
  return Promise.all(copies)
}

async function pageCount(path: string): Promise<number> {
  const { stdout } = await run_('pdfinfo', [path])
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1])
}

/** Renders, reads and encodes the pages with poppler, in small portions on all cores. */
async function poppler(issues: readonly Issue[], folder: string, cores: number): Promise<void> {
  await mkdir(folder)
  const portions = issues.flatMap(({ path, pages }) =>
    Array.from({ length: Math.ceil(pages / 4) }, (_, index) => ({
      path,
      first: index * 4 + 1,
      last: Math.min(pages, index * 4 + 4),
    })),
  )
  const waiting = portions.entries()
  async function work(): Promise<void> {
    for (const [index, { path, first, last }] of waiting) {
      const range = ['-f', String(first), '-l', String(last)]
      const here = join(folder, String(index))
      await mkdir(here)
      const size = ['-scale-to-x', String(READING_WIDTH_PIXELS), '-scale-to-y', '-1']
      await run_('pdftoppm', [...range, ...size, path, join(here, 'page')])
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
