import { type Config, root } from '@kiosk/backend/config'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { mailFolder } from '@kiosk/backend/create-context'
import { createHttpApi } from '@kiosk/backend/http/api'
import { createDeskApi } from '@kiosk/backend/http/desk-api'
import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import * as reader from '@kiosk/reader/server'
import { type ApiFetch, createApiCalls, createApiProgram } from './api-calls.ts'
import { createDeskProgram } from './desk/desk-program.ts'
import { developmentMailbox } from './development/development-mailbox.ts'
import { isFromThisMachine } from './gate/local-peer.ts'
import { staticFiles } from './http/static-files.ts'
import type { createMetrics } from './monitoring/metrics.ts'
import { createServiceProgram } from './monitoring/service-program.ts'
import type { PageCaches } from './pages/page-caches.ts'
import type { PagesBundle } from './pages/pages-bundle.ts'
import { createWebsiteProgram } from './pages/website-program.ts'
import type { Program } from './program.ts'
import type { Services } from './services.ts'
import { version } from './version.ts'

/** The bundles of the pages: the built ones, or in development those that Vite serves. */
export type Bundles = {
  bundle: () => Promise<PagesBundle>
  /** Default: the built desk. */
  desk?: () => Promise<PagesBundle>
}
type State = { areJobsStalled: () => boolean; isStopping: () => boolean }

/** Creates the programs of a server, which share its services and kept pages: API, website, reader, desk, and checks of health. */
export function createPrograms(
  config: Config,
  bundles: Bundles,
  options: { services: Services; pageCaches: PageCaches; metrics: ReturnType<typeof createMetrics>; state: State },
) {
  const { services, pageCaches, metrics, state } = options
  const { operator, publicUrl, bucket, apiUrl, token, environment } = config
  const { context, draw, newestMigration, replica } = services
  const { secret } = context.ctx
  const { answers, readerPages, dictionaries } = pageCaches
  const api = createHttpApi(context, config)
  const apiFor = createApiCalls(api, secret, config)
  const pageOptions = { ...pageOptionsOf(config), log: context.ctx.log }
  const withReader = { ...pageOptions, reader: { token, assets: reader.shelfAssets } }
  // Only this folder, if the host has other buckets, too.
  const imagesFrom = bucket?.publicUrl && new URL(bucket.publicUrl).href.replace(/\/*$/, '/')
  const page = async (request: Request, options: object) => (await bundles.bundle()).handle(request, options)
  const loadDesk = bundles.desk ?? (async () => (await import(`${root}apps/desk/build/server/index.js`)) as PagesBundle)
  const pagesForStaff = {
    desk: createDeskApi(context.ctx),
    apiFor,
    publicUrl,
    website: (request: Request, calls: ApiFetch) => page(request, { ...pageOptions, api: calls }),
  }
  return {
    programs: {
      api: metrics.program('api', createApiProgram(api, secret)),
      reader: metrics.program('reader', (request, visitor) =>
        reader.handle(request, { api: apiFor(visitor), operator, token, publicUrl, imagesFrom }),
      ),
      website: metrics.program(
        'website',
        createWebsiteProgram({
          bundle: bundles.bundle,
          pageOptions: withReader,
          apiFor,
          isApiElsewhere: Boolean(apiUrl),
          readerPages,
          answers,
        }),
      ),
      desk: metrics.program('desk', createDeskProgram(pagesForStaff, { bundle: loadDesk, operator })),
      service: createServiceProgram({
        draw,
        metrics,
        newestMigration,
        areJobsStalled: state.areJobsStalled,
        isStopping: state.isStopping,
        details: () => ({ version, environment, ...(replica && { replica: replica.state().why ?? 'used' }) }),
      }),
      mailbox:
        environment === 'development' && !config.smtpUrl ? forThisMachine(developmentMailbox(mailFolder(config))) : undefined,
      files: [
        staticFiles(`${root}apps/website/build/client`, '/'),
        staticFiles(`${root}apps/reader/build/client`, '/reader/'),
        staticFiles(`${root}apps/desk/build/client`, '/desk/'),
        dictionaries.files,
      ],
    },
    /** Renders a page of the website for nobody, with an API of its own. */
    samplePage: (path: string, headers: Record<string, string>, calls: ApiFetch) =>
      page(new Request(publicUrl + path, { headers }), { ...withReader, api: calls }),
    close: () => api.close(),
  }
}

/** Returns what every page of the website is made with. */
function pageOptionsOf({ operator, apiUrl, environment, devSystem, webapp, publicUrl, ...config }: Config) {
  // The configuration of the API's server is not known here, so everything counts as configured.
  const identity = apiUrl ? Object.fromEntries(identityProviderNames.map((name) => [name, true])) : config.identity
  return { operator, identity, environment: { name: environment, devSystem }, webapp, publicUrl, shippedDocument }
}

/** Limits the mailbox to this machine, because e-mails contain links that sign in. */
function forThisMachine(mailbox: (request: Request) => Promise<Response>): Program {
  return async (request, visitor) =>
    isFromThisMachine(request, visitor)
      ? mailbox(request)
      : new Response('Not found: e-mails are shown on this machine only.\n', { status: 404 })
}
