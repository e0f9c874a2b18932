import type { Operator } from '@kiosk/domain/operator'
import type { Logger } from 'pino'
import type { Shelf } from './catalogue/shelf.ts'
import type { Database } from './database/connect.ts'
import type { Files } from './outside/files/storage.ts'
import type { DrawCover, DrawPage } from './outside/page-drawing.ts'
import type { Drawing } from './reading/drawing.ts'

/** What every handler may use. */
export type House = {
  db: Database
  files: Files
  operator: Operator
  webapp: string
  publicUrl: string
  log: Logger
  now(): Date
  shelf: Shelf
  drawPage: DrawPage | undefined
  drawCover: DrawCover | undefined
  drawing: Drawing
  /** Key of this house for signatures and hashes, the same on every server. */
  secret(): Promise<Buffer>
}
