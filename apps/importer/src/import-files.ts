import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Connection } from '@kiosk/backend/db/connect'
import pMap from 'p-map'
import { rivalsAmong } from './conflicting-files.ts'
import { findIssueFiles, type IssueFile } from './find-issue-files.ts'
import { ImportError } from './import-error.ts'
import { clearInterrupted, type Imported, importIssue } from './import-issue.ts'
import type { Bounds } from './limits.ts'
import { createWorkers } from './workers/workers.ts'

export type ImportReport = {
  /** A file is done: `line` says what became of it. */
  file(path: string, result: Imported | { outcome: 'refused'; line: string }): void
  /** A line for the operator that is no failure. */
  note(line: string): void
  /** How far the run is; `share` of the bytes of all files from 0 to 1. */
  progress(at: { pages: number; share: number }): void
}

export type ImportSummary = { imported: number; replaced: number; alreadyThere: number; refused: number; pages: number }

/** Two files are in work at a time, so that no process waits while one file ends and the next begins. */
const FILES_AT_A_TIME = 2

/**
 * Imports everything found under `paths`. A refused file changes nothing and the run goes on.
 * @param title name of the periodical for files whose sidecar names none
 */
export async function importFiles(
  options: {
    connection: Pick<Connection, 'db'>
    files: Files
    paths: string[]
    title?: string | undefined
    processes?: number | undefined
    bounds?: Partial<Bounds>
    /** Ends the run: what is in work is given up, what is published stays. Then the run throws. */
    signal?: AbortSignal
  },
  report: ImportReport,
): Promise<ImportSummary> {
  const { connection, files } = options
  const summary: ImportSummary = { imported: 0, replaced: 0, alreadyThere: 0, refused: 0, pages: 0 }
  await clearInterrupted(connection, files)
  const found = await findIssueFiles(options.paths, options.title)
  for (const line of found.notes) report.note(line)
  const reject = (path: string, error: ImportError) => {
    summary.refused++
    report.file(path, { outcome: 'refused', line: error.message })
  }
  for (const { path, error } of found.rejected) reject(path, error)

  const bytes = Math.max(
    1,
    found.issues.reduce((sum, { bytes: each }) => sum + each, 0),
  )
  let bytesDone = 0
  const inWork = new Map<string, number>()
  const progress = () => {
    const partly = [...inWork.values()].reduce((sum, each) => sum + each, 0)
    report.progress({ pages: summary.pages, share: (bytesDone + partly) / bytes })
  }

  const settings = options.processes === undefined ? {} : { processes: options.processes }
  const workers = createWorkers({ ...settings, bounds: options.bounds ?? {}, background: true })
  const stop = () => void workers.close()
  options.signal?.addEventListener('abort', stop)
  async function importFile(issue: IssueFile): Promise<void> {
    options.signal?.throwIfAborted()
    const onPage = (done: number, of: number) => {
      summary.pages++
      inWork.set(issue.path, (issue.bytes * done) / of)
      progress()
    }
    try {
      const { path: pdfPath, metadata, metsPath } = issue
      const imported = await importIssue({ connection, files, pdfPath, metadata, metsPath, pictures: 'now', onPage }, workers)
      if (imported.outcome === 'imported') summary.imported++
      else if (imported.outcome === 'replaced') summary.replaced++
      else summary.alreadyThere++
      report.file(issue.path, imported)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      reject(issue.path, error)
    }
    inWork.delete(issue.path)
    bytesDone += issue.bytes
    progress()
  }
  try {
    const rejected = await rivalsAmong(found.issues, { connection, files, workers, signal: options.signal })
    for (const [path, error] of rejected) reject(path, error)
    bytesDone = found.issues.reduce((sum, { path, bytes: each }) => sum + (rejected.has(path) ? each : 0), 0)
    const waiting = found.issues.filter(({ path }) => !rejected.has(path))
    await pMap(waiting, importFile, { concurrency: FILES_AT_A_TIME })
  } finally {
    options.signal?.removeEventListener('abort', stop)
    await workers.close()
  }
  return summary
}
