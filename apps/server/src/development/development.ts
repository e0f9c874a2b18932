import type { IncomingMessage, ServerResponse } from 'node:http'
import { root } from '@kiosk/backend/config'
import { build, createServer, type ViteDevServer } from 'vite'

/** Address of the page that shows every piece of packages/ui. */
export const PIECES = '/dev/pieces/'
/** Port of Vite's live updates for the page of pieces; the website uses Vite's default. */
const PIECES_HMR_PORT = 24_679
const DESK_HMR_PORT = 24_680

/** Starts Vite for the page that shows every piece of packages/ui. It is served from its sources and is part of no build. */
export function piecesServer(hmr: { port: number } | false = { port: PIECES_HMR_PORT }): Promise<ViteDevServer> {
  return createServer({
    configFile: false,
    root: `${root}apps/website/pieces`,
    base: PIECES,
    cacheDir: `${root}node_modules/.cache/pieces`,
    server: { middlewareMode: true, hmr },
  })
}

/** Starts Vite for website and desk in development: every change shows at once. The reader is rebuilt after every change. */
export async function developmentWebsite() {
  await buildReaderOnChange()
  const website = await createServer({ root: `${root}apps/website`, server: { middlewareMode: true }, appType: 'custom' })
  const hmr = { port: DESK_HMR_PORT }
  const desk = await createServer({ root: `${root}apps/desk`, server: { middlewareMode: true, hmr }, appType: 'custom' })
  const pieces = await piecesServer()
  const serverOf = ({ environments }: ViteDevServer) => {
    const ssr = environments.ssr as unknown as { runner: { import(file: string): Promise<never> } }
    return () => ssr.runner.import('./server.ts')
  }
  return {
    bundle: serverOf(website),
    desk: serverOf(desk),
    /** Lets Vite answer requests for its own files; true = answered. */
    development: (request: IncomingMessage, response: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        response.once('finish', () => resolve(true))
        const { middlewares } = request.url?.startsWith(PIECES) ? pieces : request.url?.startsWith('/desk/') ? desk : website
        middlewares(request, response, () => resolve(false))
      }),
  }
}

/** Builds the reader now and after every change; resolves after the first build. */
async function buildReaderOnChange(): Promise<void> {
  const watcher = await build({ root: `${root}apps/reader`, logLevel: 'warn', build: { watch: {} } })
  if (!('on' in watcher)) return
  await new Promise<void>((resolve, reject) => {
    watcher.on('event', (event) => {
      if (event.code === 'END') resolve()
      if (event.code === 'ERROR') reject(event.error)
    })
  })
}
