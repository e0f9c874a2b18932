import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ApiFetch } from '@kiosk/api-client/api-client'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { API_BASE } from '@kiosk/contract/route'
import { Operator } from '@kiosk/domain/operator'
import { createServer, type RunnableDevEnvironment } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import routerConfig from '../../react-router.config.ts'
import type { ReaderPart, WebsiteOptions } from '../shell/request-context.ts'

type Handle = typeof import('../../server.ts')['handle']

export const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))

/** Loading by Vite transforms every module. */
const LOADING_TIMEOUT_MS = 120_000

/**
 * Loads the website without a socket: the build if `npm test` has just made one, otherwise by Vite as in development.
 * `close` ends it. The router's tools write into their root directory, so each test file has its own.
 */
export async function loadWebsite(): Promise<{ handle: Handle; close(): Promise<void> }> {
  if (process.env.BUILT_WEBSITE) {
    // Each test file has its own server-wide caches.
    const { handle } = (await import(`${pathToFileURL(process.env.BUILT_WEBSITE)}?${randomUUID()}`)) as { handle: Handle }
    return { handle, close: async () => undefined }
  }
  const website = fileURLToPath(new URL('../..', import.meta.url))
  await mkdir(join(website, 'build'), { recursive: true })
  const root = await mkdtemp(join(website, 'build', 'test-'))
  const config = { ...routerConfig, appDirectory: join(website, 'app') }
  await writeFile(join(root, 'react-router.config.js'), `export default ${JSON.stringify(config)}`)
  const vite = await createServer({
    root,
    configFile: join(website, 'vite.config.ts'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const { runner } = vite.environments.ssr as RunnableDevEnvironment
  const { handle } = (await runner.import(join(website, 'server.ts'))) as { handle: Handle }
  return {
    handle,
    async close() {
      await vite.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type ApiRequest = { path: string; language: string | null; method: string; body: string }

/** Creates a fake API that answers by path prefix below `API_BASE` and records its requests. */
export function fakeApi(answers: Record<string, unknown | ((path: string) => Response)> = {}): {
  api: ApiFetch
  requests: ApiRequest[]
} {
  const requests: ApiRequest[] = []
  const all: Record<string, unknown> = { 'websession/webinfo': visitorFrom('AT'), 'contentset/': { entries: [] }, ...answers }
  const api: ApiFetch = async (path, init) => {
    const headers = new Headers(init?.headers)
    requests.push({
      path,
      language: headers.get('accept-language'),
      method: init?.method ?? 'GET',
      body: String(init?.body ?? ''),
    })
    const below = path.replace(API_BASE, '')
    const found = Object.keys(all)
      .filter((start) => below.startsWith(start))
      .sort((one, other) => other.length - one.length)[0]
    if (found === undefined) return Response.json({ code: 'not_found', message: null, requestId: 'test' }, { status: 404 })
    const answer = all[found]
    return typeof answer === 'function' ? (answer as (path: string) => Response)(below) : Response.json(answer)
  }
  return { api, requests }
}

const names = { AT: ['Österreich', 1], DE: ['Deutschland', 2], CH: ['Schweiz', 3], LU: ['Luxemburg', 4] } as const

/** Returns the API's response for an endpoint without output. */
export const emptyAnswer = () => new Response(null)

/** Returns a response of `websession/webinfo`. */
export function visitorFrom(country: keyof typeof names, more: Record<string, unknown> = {}) {
  const [countryName, regionId] = names[country]
  return {
    countryCode: country,
    countryName,
    regionActive: true,
    regionId,
    magazineCount: 378,
    issueCount: 46_789,
    ...more,
  }
}

/** Differences of a test's request from the default one. */
export type Options = {
  answers?: Parameters<typeof fakeApi>[0]
  /** An API in place of the one that has these answers. */
  api?: ApiFetch
  headers?: Record<string, string>
  environment?: { name: string; devSystem: boolean }
  webapp?: string
  method?: string
  form?: Record<string, string>
  /** Values that differ from `operator.json`. */
  operatorValues?: Partial<Operator>
  /** The public address of the website. */
  publicUrl?: string
  reader?: ReaderPart
  identity?: WebsiteOptions['identity']
  log?: WebsiteOptions['log']
}

/**
 * Loads the website for the tests of a file and returns a function that requests its pages like a browser at
 * `https://kiosk.example`. `defaults`: options of every request.
 */
export function openWebsite(defaults: Options = {}) {
  let website: Awaited<ReturnType<typeof loadWebsite>>
  beforeAll(async () => {
    website = await loadWebsite()
  }, LOADING_TIMEOUT_MS)
  afterAll(() => website.close())

  return async (path: string, options: Options = {}) => {
    const {
      method = 'GET',
      form,
      environment = { name: 'production', devSystem: false },
      webapp = '/reader',
      publicUrl = 'https://kiosk.example',
      operatorValues,
      reader,
      identity,
      log = console,
    } = { ...defaults, ...options }
    const { api: answering, requests } = fakeApi({ ...defaults.answers, ...options.answers })
    const request = new Request(`http://127.0.0.1:9${path}`, {
      method,
      headers: { ...defaults.headers, ...options.headers },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const response = await website.handle(request, {
      api: options.api ?? answering,
      operator: { ...operator, ...operatorValues },
      environment,
      webapp,
      publicUrl,
      reader,
      identity,
      shippedDocument,
      log,
    })
    const html = await response.text()
    const main = decoded(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll('<!-- -->', '')
    const calls = requests.map(({ method, path, body }) => `${method} ${path.replace(API_BASE, '')} ${body}`.trim())
    return {
      response,
      html,
      /** The main element, with its ampersands and quotes decoded. */
      main,
      /** The visible text of the main element. */
      text: textOf(main),
      title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
      location: response.headers.get('location'),
      policy: response.headers.get('content-security-policy') ?? '',
      /** Requests to the API, as objects and as lines: "GET user/device". */
      requests,
      calls,
      writes: calls.filter((call) => !call.startsWith('GET ')),
    }
  }
}
export type OpenPage = ReturnType<typeof openWebsite>

const decoded = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")

/** Returns the visible text of markup. */
export const textOf = (html: string) => html.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')
