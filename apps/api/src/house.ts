import type { Operator } from '@kiosk/domain/operator'
import type { Logger } from 'pino'
import type { Shelf } from './catalogue/shelf.ts'
import type { Database } from './database/connect.ts'
import type { Files } from './outside/files/storage.ts'
import type { IdentityProviders } from './outside/identity/identity-provider.ts'
import type { Post } from './outside/mail/post.ts'
import type { DrawCover, DrawPage } from './outside/page-drawing.ts'
import type { PaymentProviders } from './outside/payments/port.ts'
import type { Push, PushSender } from './outside/push/port.ts'
import type { Drawing } from './reading/drawing.ts'
import type { DrawnPictures } from './reading/drawn-pictures.ts'
import type { Attempts } from './session/attempts.ts'

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
  post: Post
  push: Push
  /** Who push services are told that we are. */
  pushSender(): Promise<PushSender>
  payments: PaymentProviders
  attempts: Attempts
  /** Other ways in that the operator has set up. */
  identity: IdentityProviders
  /** Registration, recovery and unsubscribing answer the same for known and unknown addresses (decision 12). */
  neutralAnswers: boolean
  environment: 'development' | 'staging' | 'production'
  drawPage: DrawPage | undefined
  drawCover: DrawCover | undefined
  drawing: Drawing
  drawnPictures: DrawnPictures
  /** Key of this house for signatures and hashes, the same on every server. */
  secret(): Promise<Buffer>
}
