import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { API_BASE } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeApi, loadWebsite, operator } from './testing/website.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let handle: typeof import('../server.ts')['handle']

/** The build that `npm test` has just made. */
const built = process.env.BUILT_WEBSITE

beforeAll(async () => {
  if (built) {
    folder = dirname(dirname(built))
    handle = (await loadWebsite()).handle
    return
  }
  folder = await mkdtemp(join(tmpdir(), 'website-'))
  const routerCommand = fileURLToPath(new URL('../../../node_modules/.bin/react-router', import.meta.url))
  await promisify(execFile)(process.execPath, [routerCommand, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', WEBSITE_BUILD: relative(root, folder) },
  })
  // The built server resolves its libraries relative to the project, so it cannot be in a temporary directory.
  const server = join(root, 'build', `test-${process.pid}.js`)
  await mkdir(join(root, 'build'), { recursive: true })
  await copyFile(join(folder, 'server/index.js'), server)
  handle = (await import(server)).handle
  await rm(server)
})
afterAll(() => (built ? undefined : rm(folder, { recursive: true, force: true })))

type Scripts = {
  /** Modules of the framework, with all their imports. */
  files: string[]
  /** Scripts that elements load when they are touched or near. */
  pieces: string[]
  /** Brotli size of the inline scripts. Bytes. */
  inlineBytes: number
  /** Brotli size of the files of both kinds. Bytes. */
  bytes: number
}

/** Returns our scripts on a page. */
async function scriptsOf(path: string): Promise<Scripts> {
  const { api } = fakeApi({
    titles: { issues: [], count: 0 },
    'issues/all': { issues: [] },
    categories: [],
    'ig-linklist': { posts: [], nextUrl: null },
    'subscription/models': [],
    'issues/abc': issue,
    'issuedetail/abc': { details, readersReadIssues: { issues: [] } },
    'issuecontent/abc/access': {
      read: true,
      ads: true,
      offline: false,
      audio: false,
      epub: false,
      pagesOpen: 1,
      because: null,
      signature: '',
      until: 0,
    },
  })
  const response = await handle(new Request(`http://kiosk.test${path}`), {
    api,
    operator,
    environment: { name: 'production', devSystem: false },
    webapp: '/reader',
    publicUrl: 'http://kiosk.test',
    shippedDocument,
    log: console,
  })
  const html = await response.text()
  expect(response.status).toBe(200)
  const files = new Set<string>()
  const take = async (text: string, pattern: RegExp) => {
    for (const [, name] of text.matchAll(pattern)) {
      if (!name || files.has(name)) continue
      files.add(name)
      await take(await readFile(join(folder, 'client/assets', name), 'utf8'), /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)
    }
  }
  // The router's manifest also names modules of other pages; only these are loaded.
  const loaded = html.match(/(?:from|import)\s*"\/assets\/[^"]+"|<link rel="modulepreload"[^>]*>|data-modules="[^"]*"/g) ?? []
  await take(loaded.join('\n'), /\/assets\/([\w.-]+\.js)/g)
  const pieces = [...new Set([...html.matchAll(/data-script="\/assets\/([^"]+)"/g)].map(([, name]) => name!))]
  const sizes = await Promise.all(
    [...files, ...pieces].map(async (name) => brotliCompressSync(await readFile(join(folder, 'client/assets', name))).length),
  )
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, body]) => brotliCompressSync(body!).length)
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
  return { files: [...files], pieces, inlineBytes: sum(inline), bytes: sum(sizes) }
}

const issue = {
  uid: 'abc',
  titleLine: 'Alpenkurier',
  detailLine: 'Nr. 1',
  coverURL: `${API_BASE}issuecontent/abc/cover?v=1`,
  coverWidth: 840,
  coverHeight: 1120,
  coverColour: '#abcdef',
  showAds: true,
  canDownload: false,
  targetingTags: [],
  inAppLink: '',
  magazineKey: 'alpenkurier',
  language: 'de',
  releaseDate: '2026-03-01',
}
const details = {
  headline: 'Alpenkurier',
  description: 'Eine Zeitung.',
  issueName: 'Nr. 1',
  metaData: { title: 'Alpenkurier', description: 'Eine Zeitung.' },
  softErrors: [],
  includedSubscriptions: [],
  relatedIssueHeaders: [],
  publication: {
    magazineKey: 'alpenkurier',
    name: 'Alpenkurier',
    kind: 'magazine',
    publisher: 'Verlag',
    issn: null,
    frequency: 'monthly',
    language: 'de',
    issueNumber: '1',
    volume: null,
    issueKind: 'regular',
    edition: null,
    releaseDate: '2026-03-01',
    releaseDateEnd: null,
    expectedNext: null,
    availableUntil: null,
    ageRating: 0,
    pageCount: 32,
    textLayer: 'full',
    epub: false,
    categories: [],
    contents: [],
  },
}

describe('on first load', () => {
  it('/user/register loads at most 120 KB of scripts', async () => {
    const { bytes, files } = await scriptsOf('/user/register')
    expect(files.length).toBeGreaterThan(2)
    expect(bytes).toBeLessThanOrEqual(120_000)
  })

  it.each(['/faq', '/terms', '/features', '/user/subscription/pub', '/reader', '/linkinbio', '/feedback'])(
    '%s has no framework scripts',
    async (path) => {
      expect((await scriptsOf(path)).files).toEqual([])
    },
  )

  it.each(['/', '/magazines', '/magazines/issues/abc'])(
    '%s has no framework scripts, and all of its own are below 8 KB',
    async (path) => {
      const { files, pieces, inlineBytes, bytes } = await scriptsOf(path)
      expect(files).toEqual([])
      // The search is on every page.
      expect(pieces.join()).toContain('search-suggestions')
      expect(inlineBytes).toBeGreaterThan(500)
      expect(inlineBytes + bytes).toBeLessThanOrEqual(8_000)
    },
  )

  it('sends no schema library and no messages of other screens to the browser', async () => {
    const names = (await readdir(join(folder, 'client/assets'))).filter((name) => name.endsWith('.js'))
    for (const name of names) {
      const code = await readFile(join(folder, 'client/assets', name), 'utf8')
      expect([name, /ZodObject|_zod\b|Häufige Fragen|sanitize-html/.test(code)]).toEqual([name, false])
    }
  })

  it('creates no formats of dates that only servers use', async () => {
    const names = (await readdir(join(folder, 'client/assets'))).filter((name) => name.endsWith('.js'))
    expect(names.length).toBeGreaterThan(20)
    for (const name of names)
      expect([name, (await readFile(join(folder, 'client/assets', name), 'utf8')).includes('sv-SE')]).toEqual([name, false])
  })

  it('sends no routes to the browser but those that a page links to', async () => {
    const names = (await readdir(join(folder, 'client/assets'))).filter((name) => name.endsWith('.js'))
    const code = (await Promise.all(names.map((name) => readFile(join(folder, 'client/assets', name), 'utf8')))).join('\n')
    const sent = Object.entries(routes).filter(
      ([, { path }]) => path.includes('/') && ['`', '"', "'"].some((quote) => code.includes(`path:${quote}${path}${quote}`)),
    )
    expect(sent.map(([name]) => name).sort()).toEqual(['identityStart', 'invoice', 'issueAsEpub'])
  })

  it('loads at most two fonts, below 44 KB in total', async () => {
    const fonts = (await readdir(join(folder, 'client/assets'))).filter((name) => name.endsWith('.woff2'))
    expect(fonts).toHaveLength(2)
    const sizes = await Promise.all(fonts.map(async (name) => (await readFile(join(folder, 'client/assets', name))).length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(44_000)
  })
})
