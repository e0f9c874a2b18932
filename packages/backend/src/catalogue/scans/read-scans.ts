import { MINUTE_MS } from '@kiosk/domain/time'
import { type ScanReader, UnreadableScan } from '../../adapters/scan-reader.ts'
import { issueFolder, issuePdf } from '../../adapters/storage/port.ts'
import type { AppContext } from '../../context.ts'
import type { Job } from '../../jobs/job.ts'
import { rebuildByUid } from '../rebuilds/rebuild-issues.ts'
import {
  noteFailure,
  noteIssueFailure,
  noteRead,
  putBack,
  putBackIssue,
  type TakenPage,
  takeIssue,
  takePage,
} from './scan-queue.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Reads pages without text, one after the other. */
    scans: Record<string, unknown>
  }
}

type ScanContext = Pick<AppContext, 'db' | 'files' | 'log' | 'now' | 'scanReader' | 'pdfImporter' | 'frakturTitles'>

/** A run ends after this time, between two pages; the next one continues. */
const RUN_MS = 5 * MINUTE_MS

/** Returns the name of the file with what a program has read on a page of an issue. */
export function scanFile(uid: string, revision: number, page: number): string {
  return `${issueFolder(uid, revision)}scans/${page}.json`
}

/**
 * Reads the waiting pages, one after the other, and makes the text of an issue when none of its pages is waiting any more. Every
 * result is stored at once, so a stopped or killed run loses at most the page that it is reading.
 */
export async function readScans(ctx: ScanContext, { signal }: Pick<Job, 'signal'>): Promise<void> {
  const { db, scanReader, pdfImporter } = ctx
  if (!scanReader || !pdfImporter) return
  const ends = performance.now() + RUN_MS
  while (performance.now() < ends && !signal?.aborted && (await scanReader.program())) {
    const page = await takePage(db)
    if (page) await readPage(page, ctx, signal)
    const issue = await takeIssue(db)
    if (issue) await makeText(issue, ctx, signal)
    if (!page && !issue) return
  }
}

async function readPage(page: TakenPage, ctx: ScanContext, signal: AbortSignal | undefined): Promise<void> {
  const { db, files, log, scanReader, frakturTitles } = ctx
  const { uid, revision, number, width, language, titleKey } = page
  const pdf = issuePdf(uid, revision)
  let read: Awaited<ReturnType<ScanReader['read']>>
  try {
    const fraktur = frakturTitles.includes(titleKey)
    read = await scanReader!.read({ files, pdf, number, width, language, fraktur, signal })
    await files.write(scanFile(uid, revision, number), read.stored)
  } catch (error) {
    // Without the program, this does not count as an attempt.
    if (signal?.aborted || !(await scanReader!.program())) return putBack(db, page)
    const problem = messageOf(error)
    const isTriedAgain = await noteFailure(db, page, { problem, isFinal: error instanceof UnreadableScan })
    log.warn({ event: 'scans.page-failed', issue: uid, page: number, problem, isTriedAgain }, 'a scanned page could not be read')
    return
  }
  await noteRead(db, page, read.hasText)
}

async function makeText(
  { issueId, uid }: { issueId: number; uid: string },
  ctx: ScanContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, log } = ctx
  try {
    const result = await rebuildByUid(ctx, uid, signal)
    if (!result) throw new Error('another process is reading the issue again')
    if (result.outcome !== 'rebuilt') throw new Error(result.problem)
    log.info({ event: 'scans.issue-read', issue: uid, articles: result.articles }, 'the pages of an issue were read')
  } catch (error) {
    if (signal?.aborted) return putBackIssue(db, issueId)
    const problem = messageOf(error)
    const isTriedAgain = await noteIssueFailure(db, issueId, problem)
    log.warn({ event: 'scans.issue-failed', issue: uid, problem, isTriedAgain }, 'pages that were read did not become text')
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
