import type { IncomingMessage, ServerResponse } from 'node:http'
import { root } from '@kiosk/backend/config'
import { build, createServer } from 'vite'

/** The website as Vite serves it in development: every change shows at once. The reader is rebuilt after every change. */
export async function developmentWebsite() {
  await buildReaderOnChange()
  const website = await createServer({ root: `${root}apps/website`, server: { middlewareMode: true }, appType: 'custom' })
  const ssr = website.environments.ssr as unknown as { runner: { import(file: string): Promise<never> } }
  return {
    bundle: () => ssr.runner.import('./server.ts'),
    /** Lets Vite answer requests for its own files; true = answered. */
    development: (request: IncomingMessage, response: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        response.once('finish', () => resolve(true))
        website.middlewares(request, response, () => resolve(false))
      }),
  }
}

/** Resolves after the first build. */
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
