import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import type { Connection } from '@kiosk/backend/db/connect'
import pMap from 'p-map'
import { conflictsAmong } from './conflicting-files.ts'
import { clearInterrupted, type Imported } from './earlier-imports.ts'
import { findIssueFiles, type IssueFile } from './find-issue-files.ts'
import { ImportError } from './import-error.ts'
import { importIssue } from './import-issue.ts'
import type { LayoutSettings } from './layout/layout-model.ts'
import type { Bounds } from './limits.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

export type ImportReport = {
  /** The result of a file; `line` describes it. */
  file(path: string, result: Imported | { outcome: 'rejected'; line: string }): void
  /** Information for the operator that is not an error. */
  note(line: string): void
  /** Progress of the run; `share` is the fraction of the bytes of all files, from 0 to 1. */
  progress(at: { pages: number; share: number }): void
}

export type ImportSummary = { imported: number; replaced: number; alreadyThere: number; rejected: number; pages: number }

/** Files imported at the same time, so that no process is idle between the end of one file and the beginning of the next. */
const CONCURRENT_FILES = 2

/**
 * Imports everything found under `paths`. A rejected file changes nothing, and the run continues.
 * @param title title of files whose sidecar has none
 */
export async function importFiles(
  options: {
    connection: Pick<Connection, 'db'>
    files: Files
    paths: string[]
    title?: string | undefined
    processes?: number | undefined
    bounds?: Partial<Bounds>
    /** Default: no layout model is used. */
    layout?: LayoutSettings | undefined
    /** Processes that stay; default: own ones, which end with the run. */
    workers?: Workers
    /** For the audit log. */
    actor?: Actor | undefined
    /** Stops the run: files in progress are abandoned, published issues stay. Then the run throws. */
    signal?: AbortSignal
  },
  report: ImportReport,
): Promise<ImportSummary> {
  const { connection, files, actor } = options
  const summary: ImportSummary = { imported: 0, replaced: 0, alreadyThere: 0, rejected: 0, pages: 0 }
  await clearInterrupted(connection, files)
  const found = await findIssueFiles(options.paths, options.title)
  for (const line of found.notes) report.note(line)
  const reject = (path: string, error: ImportError) => {
    summary.rejected++
    report.file(path, { outcome: 'rejected', line: error.message })
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
  const { layout } = options
  const workers = options.workers ?? createWorkers({ ...settings, bounds: options.bounds ?? {}, background: true, layout })
  const end = async () => {
    if (!options.workers) await workers.close()
  }
  const stop = () => void end()
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
      const imported = await importIssue(
        { connection, files, actor, pdfPath, metadata, metsPath, pictures: 'now', onPage },
        workers,
      )
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
    const rejected = await conflictsAmong(found.issues, { connection, workers, signal: options.signal })
    for (const [path, error] of rejected) reject(path, error)
    bytesDone = found.issues.reduce((sum, { path, bytes: each }) => sum + (rejected.has(path) ? each : 0), 0)
    const waiting = found.issues.filter(({ path }) => !rejected.has(path))
    await pMap(waiting, importFile, { concurrency: CONCURRENT_FILES })
  } finally {
    options.signal?.removeEventListener('abort', stop)
    await end()
  }
  return summary
}
