import type { PdfImporter } from '@kiosk/backend/adapters/pdf-importer'
import type { BucketSettings } from '@kiosk/backend/adapters/storage/s3-bucket'
import type { Actor } from '@kiosk/backend/audit/actor'
import type { LayoutProblem } from '../layout/layout-model.ts'

/**
 * What the process needs for connections of its own. It is the first message, because arguments are visible to other programs.
 */
export type ImporterSettings = {
  databaseUrl: string
  bucket: BucketSettings | null
  dataDir: string
  /** Processes that render; default: one per core. */
  processes?: number | undefined
  /** Path of a layout model; null or unset: none is used. */
  layoutModel?: string | null
}

type Importer = PdfImporter<Actor>
export type CallName = keyof Importer
/** Arguments of a call without those that the process has itself. */
export type CallArguments<Name extends CallName> = Omit<Parameters<Importer[Name]>[0], 'db' | 'files' | 'onPage' | 'signal'>
export type Result<Name extends CallName> = Awaited<ReturnType<Importer[Name]>>

export type Request = { [Name in CallName]: { id: number; call: Name; given: CallArguments<Name> } }[CallName]
export type Reply =
  | 'ready'
  | { layout: LayoutProblem }
  | { id: number; page: [done: number, of: number] }
  | { id: number; result: Result<CallName> }
  | { id: number; rejected: { code: string; values: Record<string, string | number>; message: string } }
  | { id: number; failed: string }
