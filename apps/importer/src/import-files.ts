import type { Connection } from '@kiosk/api/database/connect'
import type { Files } from '@kiosk/api/outside/files/storage'
import type { Bounds } from './bounds.ts'
import { findIssueFiles, type IssueFile } from './find-issue-files.ts'
import { clearInterrupted, type Imported, importIssue } from './import-issue.ts'
import { Refusal } from './refusal.ts'
import { rivalsAmong } from './rival-files.ts'
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
  given: {
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
  const { connection, files } = given
  const summary: ImportSummary = { imported: 0, replaced: 0, alreadyThere: 0, refused: 0, pages: 0 }
  await clearInterrupted(connection, files)
  const found = await findIssueFiles(given.paths, given.title)
  for (const line of found.notes) report.note(line)
  const refuse = (path: string, refusal: Refusal) => {
    summary.refused++
    report.file(path, { outcome: 'refused', line: refusal.message })
  }
  for (const { path, refusal } of found.refused) refuse(path, refusal)

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

  const settings = given.processes === undefined ? {} : { processes: given.processes }
  const workers = createWorkers({ ...settings, bounds: given.bounds ?? {}, background: true })
  const stop = () => void workers.close()
  given.signal?.addEventListener('abort', stop)
  async function work(waiting: Iterable<IssueFile>): Promise<void> {
    for (const issue of waiting) {
      given.signal?.throwIfAborted()
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
        if (!(error instanceof Refusal)) throw error
        refuse(issue.path, error)
      }
      inWork.delete(issue.path)
      bytesDone += issue.bytes
      progress()
    }
  }
  try {
    const rejected = await rivalsAmong(found.issues, { connection, files, workers, signal: given.signal })
    for (const [path, refusal] of rejected) refuse(path, refusal)
    bytesDone = found.issues.reduce((sum, { path, bytes: each }) => sum + (rejected.has(path) ? each : 0), 0)
    const waiting = found.issues.filter(({ path }) => !rejected.has(path)).values()
    await Promise.all(Array.from({ length: FILES_AT_A_TIME }, () => work(waiting)))
  } finally {
    given.signal?.removeEventListener('abort', stop)
    await workers.close()
  }
  return summary
}
