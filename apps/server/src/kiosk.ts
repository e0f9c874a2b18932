import { readFileSync } from 'node:fs'
import { createApi, type Visitor } from '@kiosk/api/app'
import { refreshRecommendations } from '@kiosk/api/catalogue/refresh-recommendations'
import type { Connection } from '@kiosk/api/database/connect'
import { runJobs } from '@kiosk/api/jobs/run-jobs'
import { countryOf } from '@kiosk/api/outside/country/country-of-address'
import { filesAt } from '@kiosk/api/outside/files/file-settings'
import { mailboxPost } from '@kiosk/api/outside/mail/mailbox-post'
import { smtpPost } from '@kiosk/api/outside/mail/smtp-post'
import { paymentProviders } from '@kiosk/api/outside/payments/payment-settings'
import { webPush } from '@kiosk/api/outside/push/web-push'
import { createPageDrawing, drawCover } from '@kiosk/importer/page-drawing'
import * as reader from '@kiosk/reader/server'
import pg from 'pg'
import { pino } from 'pino'
import { developmentMailbox } from './development-mailbox.ts'
import { figures } from './figures.ts'
import { listen } from './listen.ts'
import { PageCache } from './page-cache.ts'
import { root, type Settings } from './settings.ts'
import { staticFiles } from './static-files.ts'
import { createVisitorOf } from './visitor.ts'

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
const AN_HOUR = 3_600_000

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
  const post = settings.smtpUrl ? smtpPost(settings.smtpUrl, sender) : mailboxPost(mailFolder, sender)
  const push = webPush()
  const api = createApi({
    db: connection.db,
    databaseUrl: connection.url,
    files: filesAt(settings.bucket, settings.dataDir),
    operator: settings.operator,
    token: settings.token,
    webapp: settings.webapp,
    publicUrl: settings.publicUrl,
    environment: settings.environment,
    requestsPerMinute: settings.requestsPerMinute,
    post,
    push,
    neutralAnswers: settings.neutralAnswers,
    identity: settings.identity,
    payments: paymentProviders(settings.payments),
    drawPage: drawing.drawPage,
    drawCover,
    log,
  })
  const jobs = await runJobs(connection.url, api.house)
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
  const stopListening = await forgetWhenCatalogueChanges(connection.url, pages)
  const measured = figures(settings.metricsToken)
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
      house: async (request) =>
        new URL(request.url).pathname === '/health' ? health(connection, settings) : measured.answer(request),
      files: [staticFiles(`${root}apps/website/build/client`, '/'), staticFiles(`${root}apps/reader/build/client`, '/reader/')],
      pages,
      visitorOf: createVisitorOf({ trustedProxies: settings.trustedProxies, countryHeader: settings.countryHeader, countryOf }),
      log,
      development: website.development,
      mailbox: settings.environment === 'development' && !settings.smtpUrl ? developmentMailbox(mailFolder) : undefined,
    },
    { port: settings.port, host: settings.host },
  )
  const recommendations = setInterval(() => {
    refreshRecommendations(connection.db).catch((error: unknown) => log.error({ err: error }, 'recommendations not refreshed'))
  }, AN_HOUR)
  return {
    port: server.port,
    async close() {
      clearInterval(recommendations)
      await server.close()
      await jobs.close()
      await post.close()
      await push.close()
      await stopListening()
      await api.close()
      await drawing.close()
    },
  }
}

async function health(connection: Connection, settings: Settings): Promise<Response> {
  const asked = connection.db.selectFrom('migrations').select('name').orderBy('name', 'desc').limit(1).executeTakeFirst()
  const schema = await asked.catch(() => undefined)
  const body = {
    status: schema ? 'ready' : 'no database',
    version,
    environment: settings.environment,
    schema: schema?.name ?? null,
  }
  return Response.json(body, { status: schema ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}

/** Forgets kept pages when any server or importer on this database changes the catalogue; a lost connection comes back. */
async function forgetWhenCatalogueChanges(databaseUrl: string, pages: PageCache): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false
  async function attach(): Promise<void> {
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'page cache' })
    client.on('error', retry)
    client.on('notification', () => pages.forget())
    await client.connect()
    await client.query('listen catalogue')
    // What changed while nobody listened is not known.
    pages.forget()
  }
  function retry(): void {
    if (stopped) return
    pages.forget()
    clearTimeout(again)
    again = setTimeout(() => attach().catch(retry), 500)
  }
  await attach()
  return async () => {
    stopped = true
    clearTimeout(again)
    await client?.end().catch(() => {})
  }
}
