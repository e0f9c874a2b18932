import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Connection } from '@kiosk/backend/db/connect'
import type { Identity } from './metadata/issue-identity.ts'
import type { Sidecar } from './metadata/sidecar.ts'
import type { PdfFacts } from './pdf/open-pdf.ts'
import type { Source } from './read-source.ts'

/** An issue as it is asked for: a PDF and what is known of it. */
export type IssueToImport = {
  connection: Pick<Connection, 'db'>
  files: Files
  pdfPath: string
  metadata: Sidecar
  /** METS file of the same issue. */
  metsPath?: string | null
  /** `on demand`: only cover and text are made now, page pictures when first asked for. */
  pictures: 'now' | 'on demand'
  /** Part of the demonstration newsstand. */
  demonstration?: boolean
  onPage?: (done: number, of: number) => void
}

/** An issue while it is made: the PDF was read, and where the result is written is settled. */
export type Revision = IssueToImport & {
  source: Source
  facts: PdfFacts
  identity: Identity
  uid: string
  revision: number
  folder: string
  /** Another file is published as this issue, and nobody said that this one replaces it. */
  replacesOther: boolean
}
