import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import type { Connection } from '@kiosk/backend/db/connect'
import type { Identity } from './metadata/issue-identity.ts'
import type { Sidecar } from './metadata/sidecar.ts'
import type { PdfInfo } from './pdf/open-pdf.ts'
import type { Source } from './read-source.ts'
import type { Draft } from './rendered-issue.ts'

/** An issue to import: a PDF and its metadata. */
export type IssueToImport = {
  connection: Pick<Connection, 'db'>
  files: Files
  pdfPath: string
  /** Name of the file for people, if its path has another one. */
  fileName?: string
  /** What was rendered and read before. */
  draft?: Draft
  /** Uid of the published issue that the file replaces, whatever its metadata. */
  replacesUid?: string | null
  metadata: Sidecar
  /** METS file of the same issue. */
  metsPath?: string | null
  /** `on demand`: only cover and text are made now, page images at their first request. */
  pictures: 'now' | 'on demand'
  /** Part of the demonstration newsstand. */
  demonstration?: boolean
  onPage?: (done: number, of: number) => void
  /** For the audit log. */
  actor?: Actor | undefined
}

/** A new revision of an issue during its import. */
export type Revision = IssueToImport & {
  source: Source
  pdfInfo: PdfInfo
  identity: Identity
  uid: string
  revision: number
  folder: string
  /** A different file is published as this issue, and `replaces` is not set. */
  replacesOther: boolean
}
