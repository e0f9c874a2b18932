import { type DraftContents, RejectedPdf } from '../../adapters/pdf-importer.ts'
import type { Files } from '../../adapters/storage/port.ts'
import type { AppContext } from '../../context.ts'
import type { Job } from '../../jobs/job.ts'
import { nameOfDraft } from './suggest-metadata.ts'
import { contentsFile, draftFolder, pdfFile, uploadFolder } from './upload-files.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Renders and reads an uploaded PDF. */
    'read-upload': { id: string }
    /** Removes the files of an upload. */
    'remove-upload': { id: string }
  }
}

type Context = Pick<AppContext, 'db' | 'files' | 'log' | 'now' | 'pdfImporter'>

/** Minimum time between two records of the progress. */
const PROGRESS_EVERY_MS = 500

/** Makes a draft of an uploaded PDF. A PDF that cannot be imported is recorded as such; other failures are retried. */
export async function readUpload({ id }: { id: string }, ctx: Context, job: Pick<Job, 'lastTry' | 'signal'>): Promise<void> {
  const { db, files, log, now, pdfImporter } = ctx
  if (!pdfImporter) throw new Error('this process has no importer')
  const upload = await db
    .updateTable('uploads')
    .set({ state: 'reading', pages_done: 0, changed_at: now() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'reading'])
    .returningAll()
    .executeTakeFirst()
  if (!upload) return
  let recordedAt = 0
  let recording: Promise<unknown> = Promise.resolve()
  const onPage = (done: number, of: number) => {
    if (performance.now() - recordedAt < PROGRESS_EVERY_MS) return
    recordedAt = performance.now()
    const values = { pages_done: done, page_count: of, changed_at: now() }
    // If progress cannot be recorded, the next record follows soon.
    recording = db
      .updateTable('uploads')
      .set(values)
      .where('id', '=', id)
      .execute()
      .catch(() => {})
  }
  try {
    const place = { db, files, pdf: pdfFile(id), fileName: upload.file_name, folder: draftFolder(id) }
    const { bytes, parts } = upload
    const { pages, sha256 } = await pdfImporter.read({ ...place, upload: { id, bytes, parts }, onPage, signal: job.signal })
    await recording
    const contents = await readContents(files, id)
    const name = contents && (await nameOfDraft(db, contents, upload.replaces_uid))
    await db
      .updateTable('uploads')
      .set({ state: 'draft', sha256, issue_name: name, page_count: pages, pages_done: pages, changed_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .execute()
  } catch (error) {
    const isRejected = error instanceof RejectedPdf
    if (!isRejected && !job.lastTry) throw error
    if (!isRejected) log.error({ event: 'upload.not-read', err: error, id }, 'uploaded file could not be read')
    await recording
    await db
      .updateTable('uploads')
      .set({ state: 'failed', problem: problemOf(error), changed_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .execute()
    await files.remove(uploadFolder(id))
  }
}

/** Returns the message of an error for people, as stored. */
export function problemOf(error: unknown): string {
  const { code, values } = error instanceof RejectedPdf ? error : { code: 'unexpected', values: {} }
  return JSON.stringify({ code, values })
}

/** Returns what was read from an upload; null if its files are gone. */
export async function readContents(files: Files, id: string): Promise<DraftContents | null> {
  const stored = await files.read(contentsFile(id))
  return stored && (JSON.parse(stored.toString('utf8')) as DraftContents)
}

export async function removeUploadFiles({ id }: { id: string }, { files }: Pick<AppContext, 'files'>): Promise<void> {
  await files.remove(uploadFolder(id))
}
