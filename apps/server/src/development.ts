import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'vite'
import { root } from './settings.ts'

/** Website and reader as Vite serves them in development: every change shows at once. */
export async function developmentWebsite() {
  const website = await createServer({ root: `${root}apps/website`, server: { middlewareMode: true }, appType: 'custom' })
  const ssr = website.environments.ssr as unknown as { runner: { import(file: string): Promise<never> } }
  return {
    bundle: () => ssr.runner.import('./server.ts'),
    /** Lets Vite answer for its own files; true = it did. */
    development: (request: IncomingMessage, response: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        response.once('finish', () => resolve(true))
        website.middlewares(request, response, () => resolve(false))
      }),
  }
}
