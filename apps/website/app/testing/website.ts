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
import routerConfig from '../../react-router.config.ts'
import type { ReaderPart } from '../shell/request-context.ts'

type Handle = typeof import('../../server.ts')['handle']

export const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))

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

export type Requested = { path: string; language: string | null; method: string; body: string }

/** Creates a fake API that answers by path prefix below `API_BASE` and records its requests. */
export function fakeApi(answers: Record<string, unknown | ((path: string) => Response)> = {}): {
  api: ApiFetch
  asked: Requested[]
} {
  const requested: Requested[] = []
  const all: Record<string, unknown> = { 'websession/webinfo': visitorFrom('AT'), 'contentset/': { entries: [] }, ...answers }
  const api: ApiFetch = async (path, init) => {
    const headers = new Headers(init?.headers)
    requested.push({
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
  return { api, asked: requested }
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
}

/** Returns a function that requests pages like a browser at `https://kiosk.example`. */
export function visitor(handle: Handle) {
  return async (
    path: string,
    {
      answers,
      headers = {},
      environment,
      webapp = '/reader',
      method = 'GET',
      form,
      operatorValues,
      publicUrl = 'https://kiosk.example',
      reader,
    }: Options = {},
  ) => {
    const { api, asked: requested } = fakeApi(answers)
    const request = new Request(`http://127.0.0.1:9${path}`, {
      method,
      headers,
      ...(form && { body: new URLSearchParams(form) }),
    })
    const response = await handle(request, {
      api,
      operator: { ...operator, ...operatorValues },
      environment: environment ?? { name: 'production', devSystem: false },
      webapp,
      publicUrl,
      reader,
      shippedDocument,
    })
    const html = await response.text()
    const text = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', '’')
    return {
      response,
      html,
      asked: requested,
      title: text(/<title>([^<]*)<\/title>/),
      location: response.headers.get('location'),
    }
  }
}
export type Visitor = ReturnType<typeof visitor>
