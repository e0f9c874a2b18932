import type { Operator } from '@kiosk/domain/operator'
import type { Logger } from 'pino'
import type { Mailer } from './adapters/mail/port.ts'
import type { IdentityProviders } from './adapters/oidc/port.ts'
import type { RenderCover, RenderPage } from './adapters/page-renderer.ts'
import type { PaymentProviders } from './adapters/payments/port.ts'
import type { PdfImporter } from './adapters/pdf-importer.ts'
import type { Push, PushSender } from './adapters/push/port.ts'
import type { ScanReader } from './adapters/scan-reader.ts'
import type { Files } from './adapters/storage/port.ts'
import type { Actor } from './audit/actor.ts'
import type { RateLimits } from './auth/rate-limits.ts'
import type { CatalogueCache } from './catalogue/catalogue-cache.ts'
import type { MissingFeature } from './config-checks.ts'
import type { Database } from './db/connect.ts'
import type { Replica } from './db/replica.ts'
import type { RenderQueue } from './reading/render-queue.ts'
import type { RenderedImages } from './reading/rendered-images.ts'

/** Dependencies of every handler. */
export type AppContext = {
  db: Database
  /** For expensive reads; see catalogue/read-on-replica.ts. Undefined: there is none. */
  replica?: Replica | undefined
  files: Files
  operator: Operator
  webapp: string
  publicUrl: string
  /** Signed addresses of pages are the same for all readers with the same right, so that a CDN can keep their images (ADR-0273). */
  sharesPages: boolean
  /** Header with the visitor's country, which is part of the CDN's cache key; null if it is not (ADR-0316). */
  cdnCountryHeader: string | null
  log: Logger
  now(): Date
  catalogueCache: CatalogueCache
  mailer: Mailer
  push: Push
  /** Contact address sent to push services. */
  pushSender(): Promise<PushSender>
  payments: PaymentProviders
  rateLimits: RateLimits
  /** Identity providers that the operator has configured. */
  identity: IdentityProviders
  /** Registration, recovery and unsubscribing answer the same for known and unknown addresses (ADR-0171). */
  neutralAnswers: boolean
  environment: 'development' | 'staging' | 'production'
  /** Features that are off because a setting is missing; see config-checks.ts. */
  missingFeatures: readonly MissingFeature[]
  renderPage: RenderPage | undefined
  renderCover: RenderCover | undefined
  /** Undefined in commands, which run no jobs. */
  pdfImporter: PdfImporter<Actor> | undefined
  /** Undefined in commands, and where no reader of scans is used. */
  scanReader: ScanReader | undefined
  /** Keys of titles that are printed in Fraktur. */
  frakturTitles: readonly string[]
  renderQueue: RenderQueue
  renderedImages: RenderedImages
  /** Secret of this instance for signatures and hashes, the same on every server. */
  secret(): Promise<Buffer>
  /**
   * Who makes the changes, for the audit log: a person at the desk or the user of a command. Absent for server, job or reader.
   */
  actor?: Actor | undefined
}

/** Dependencies of charges, renewals and refunds besides their transaction. */
export type BillingContext = Pick<AppContext, 'db' | 'operator' | 'publicUrl' | 'log' | 'now' | 'payments' | 'actor'>
/** Dependencies of a change of data that only needs the database, for the desk and the command line. */
export type ChangeContext = Pick<AppContext, 'db' | 'now' | 'actor'>
