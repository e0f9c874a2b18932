import { readFileSync } from 'node:fs'
import { createApi, type Visitor } from '@kiosk/api/app'
import { refreshRecommendations } from '@kiosk/api/catalogue/refresh-recommendations'
import type { Connection } from '@kiosk/api/database/connect'
import { hear } from '@kiosk/api/database/notifications'
import { runJobs } from '@kiosk/api/jobs/run-jobs'
import { countryOf } from '@kiosk/api/outside/country/country-of-address'
import { filesAt } from '@kiosk/api/outside/files/file-settings'
import { mailboxPost } from '@kiosk/api/outside/mail/mailbox-post'
import { smtpPost } from '@kiosk/api/outside/mail/smtp-post'
import { paymentProviders } from '@kiosk/api/outside/payments/payment-settings'
import { webPush } from '@kiosk/api/outside/push/web-push'
import { checkWalletPlans } from '@kiosk/api/payments/wallet-plans'
import { createPageDrawing, drawCover } from '@kiosk/importer/page-drawing'
import * as reader from '@kiosk/reader/server'
import { pino } from 'pino'
import { developmentMailbox } from './development-mailbox.ts'
import { figures } from './figures.ts'
import { createGateLimits } from './gate/gate-limits.ts'
import { isFromThisMachine } from './gate/local-peer.ts'
import { createRenderBudget } from './gate/render-budget.ts'
import { createRequestGate } from './gate/request-gate.ts'
import { listen, type Program } from './listen.ts'
import { PageCache } from './page-cache.ts'
import { openServingDatabase } from './serving-database.ts'
import { root, type Settings } from './settings.ts'
import { staticFiles } from './static-files.ts'
import { createVisitorOf } from './visitor.ts'

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
const AN_HOUR = 3_600_000
/** An API elsewhere hears of changes by itself; what was made of its answers until then may be old. */
const API_CATCHES_UP_MS = [1_000, 5_000]

type WebsiteBundle = { handle(request: Request, given: object): Promise<Response> }
export type Kiosk = { port: number; close(): Promise<void> }

/**
 * Everything on one port, on a database that is connected already.
 * @param website the built bundle; in development one that Vite serves, with the files it answers
 */
export async function openKiosk(
  settings: Settings,
  connection: Connection,
  website: { bundle: () => Promise<WebsiteBundle>; development?: Parameters<typeof listen>[0]['development'] },
): Promise<Kiosk> {
  const log = pino({ level: settings.logLevel })
  const drawing = createPageDrawing({ processes: 2 })
  const sender = { name: settings.operator.siteName, address: settings.operator.mail.from }
  const mailFolder = `${settings.dataDir}/mail`
  const post = settings.smtpUrl
    ? smtpPost(settings.smtpUrl, sender, { name: new URL(settings.publicUrl).hostname })
    : mailboxPost(mailFolder, sender)
  const push = webPush()
  const serving = openServingDatabase(connection.url)
  const api = createApi({
    db: serving.accounts.db,
    publicDb: serving.everybody.db,
    workDb: connection.db,
    databaseUrl: connection.url,
    files: filesAt(settings.bucket, settings.dataDir),
    operator: settings.operator,
    token: settings.token,
    webapp: settings.webapp,
    publicUrl: settings.publicUrl,
    environment: settings.environment,
    requestsPerMinute: settings.requestsPerMinute,
    drawnPicturesBytes: settings.drawnPicturesBytes,
    post,
    push,
    neutralAnswers: settings.neutralAnswers,
    identity: settings.identity,
    payments: paymentProviders(settings.payments),
    drawPage: drawing.drawPage,
    drawCover,
    log,
  })
  const jobs = await runJobs(connection.url, { ...api.house, db: connection.db })
  const { apiUrl, token } = settings

  /** The API as website and reader call it: in this process, or over HTTP where `API_URL` says so. */
  const apiFor = (visitor: Visitor) => async (path: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-token', token)
    if (!apiUrl) return api.fetch(new Request(new URL(path, settings.publicUrl), { ...init, headers }), visitor)
    headers.set('x-forwarded-for', visitor.address)
    if (settings.countryHeader && visitor.country) headers.set(settings.countryHeader, visitor.country)
    return fetch(apiUrl + path, { ...init, headers })
  }

  const { operator, publicUrl, webapp, environment, devSystem } = settings
  const pages = new PageCache()
  const forgetPages = () => pages.forget()
  const changes = hear(connection.url, 'catalogue', () => {
    forgetPages()
    if (apiUrl) for (const delay of API_CATCHES_UP_MS) setTimeout(forgetPages, delay).unref()
  })
  // A page made after a change was heard, but before the API knew the new catalogue, shows the old one.
  api.house.shelf.onChange(forgetPages)
  await changes.ready
  const measured = figures(settings.metricsToken)
  const visitorOf = createVisitorOf({ trustedProxies: settings.trustedProxies, countryHeader: settings.countryHeader, countryOf })
  const closeRest = async () => {
    await jobs.close()
    await post.close()
    await push.close()
    await changes.close()
    await api.close()
    await drawing.close()
    await serving.close()
  }
  const server = await listen(
    {
      api: measured.program('api', (request, visitor) => api.fetch(request, visitor)),
      reader: measured.program('reader', (request, visitor) =>
        reader.handle(request, { api: apiFor(visitor), operator, token, publicUrl }),
      ),
      website: measured.program('website', async (request, visitor) => {
        const { handle } = await website.bundle()
        const name = environment
        return handle(request, { api: apiFor(visitor), operator, environment: { name, devSystem }, webapp, publicUrl })
      }),
      house: async (request, visitor) =>
        new URL(request.url).pathname === '/health'
          ? answerHealth(serving.health, settings, measured.isKnown(request) || isFromThisMachine(request, visitor))
          : measured.answer(request),
      files: [staticFiles(`${root}apps/website/build/client`, '/'), staticFiles(`${root}apps/reader/build/client`, '/reader/')],
      gate: createRequestGate({
        publicUrl,
        allowedHosts: settings.allowedHosts,
        development: settings.environment === 'development',
      }),
      hsts: publicUrl.startsWith('https:'),
      pages,
      budget: createRenderBudget({ requestsPerMinute: settings.requestsPerMinute }),
      visitorOf,
      onRejected: createGateLimits(api.house, visitorOf),
      log,
      development: website.development,
      mailbox:
        settings.environment === 'development' && !settings.smtpUrl ? forThisMachine(developmentMailbox(mailFolder)) : undefined,
    },
    { port: settings.port, host: settings.host },
  ).catch(async (error: unknown) => {
    await closeRest()
    throw error
  })
  // A plan that does not fit is told of when the server starts, not when the first reader looks at a cart.
  void checkWalletPlans(api.house).catch((error: unknown) =>
    log.error({ err: error, event: 'wallet.plans-unread' }, 'the plans of the wallet could not be read'),
  )
  const recommendations = setInterval(() => {
    refreshRecommendations(connection.db).catch((error: unknown) => log.error({ err: error }, 'recommendations not refreshed'))
  }, AN_HOUR)
  return {
    port: server.port,
    async close() {
      clearInterval(recommendations)
      await server.close()
      await closeRest()
    },
  }
}

/** Mails hold links that sign in: on a development server that others reach, too, they are for its own machine. */
function forThisMachine(mailbox: (request: Request) => Promise<Response>): Program {
  return async (request, visitor) =>
    isFromThisMachine(request, visitor)
      ? mailbox(request)
      : new Response('Not found: the mails can be read on this machine only.\n', { status: 404 })
}

/** Version, environment and schema are for this machine and for who knows METRICS_TOKEN; a probe needs the status alone. */
async function answerHealth(
  newestMigration: () => Promise<string | undefined>,
  settings: Settings,
  inDetail: boolean,
): Promise<Response> {
  const schema = await newestMigration()
  const body = {
    status: schema ? 'ready' : 'no database',
    ...(inDetail && { version, environment: settings.environment, schema: schema ?? null }),
  }
  return Response.json(body, { status: schema ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
