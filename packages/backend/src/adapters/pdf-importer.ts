import type { IssueMetadata, SuggestedMetadata } from '@kiosk/domain/staff/upload-endpoints'
import type { Database } from '../db/connect.ts'
import type { Files } from './storage/port.ts'

/** A file cannot be imported. `code` is the key of a message, `values` are its placeholders; the message is one English line. */
export class RejectedPdf extends Error {
  readonly code: string
  readonly values: Record<string, string | number>
  constructor(code: string, values: Record<string, string | number>, message: string) {
    super(message)
    this.code = code
    this.values = values
  }
}

/** An upload whose parts have all arrived. `parts`: names of their files, in order. */
export type ReceivedUpload = { id: string; bytes: number; parts: readonly string[] }

/** Database and files of the caller; an importer in its own process has its own connections to the same ones. */
type Place = { db: Database; files: Files }
/** A stored PDF and the folder of its draft: pictures of its pages, its cover and what was read from it. */
type DraftFile = Place & { pdf: string; fileName: string; folder: string }

/** What was read from a PDF, before anybody has decided which issue it is. `html` is not sanitised. */
export type DraftContents = {
  suggestion: SuggestedMetadata
  textLayer: 'full' | 'partial' | 'none'
  pages: { width: number; height: number }[]
  articles: { headline: string; byline: string; firstPage: number; lastPage: number; html: string }[]
}

/** An issue that a draft would replace. */
export type ReplacedIssue = {
  uid: string
  title: string
  name: string
  date: string
  pages: number
  articles: number
  /** The issue is not shown before this time, whenever the draft is published; null = it is shown. */
  shownFrom: Date | null
  /** Why it looks like another publication; null = it looks like a corrected file. */
  problem: { code: string; values: Record<string, string | number> } | null
}

/** The result for an issue whose text was to be read again. `problem`: why it was not changed, in one English line. */
export type Rebuilt = { outcome: 'rebuilt'; pages: number; articles: number } | { outcome: 'left'; problem: string }

/**
 * Turns PDFs into issues. Injected by the server, because PDFium belongs to the importer. `Actor`: who publishes, for the audit
 * log.
 */
export type PdfImporter<Actor> = {
  /**
   * Puts the parts of an upload together, renders the PDF into the folder of its draft, reads it, and stores its contents.
   * `sha256`: of the PDF, in hex.
   * @throws RejectedPdf
   */
  read(
    draft: DraftFile & { upload: ReceivedUpload; onPage(done: number, of: number): void; signal?: AbortSignal | undefined },
  ): Promise<{ pages: number; sha256: string }>
  /** Returns which published issue a draft with this metadata would replace; null = none. @throws RejectedPdf */
  replaced(draft: Omit<DraftFile, 'pdf'> & { metadata: IssueMetadata }): Promise<ReplacedIssue | null>
  /** Publishes a draft; doing it twice gives one issue. @throws RejectedPdf */
  publish(draft: DraftFile & { metadata: IssueMetadata; actor: Actor | undefined }): Promise<{ uid: string }>
  /**
   * Reads text and articles of a published issue again from its stored PDF and from what was read on its scans, and replaces them
   * in one transaction. Its pictures stay.
   * @throws RejectedPdf
   */
  rebuild(issue: Place & { uid: string; signal?: AbortSignal | undefined }): Promise<Rebuilt>
}
