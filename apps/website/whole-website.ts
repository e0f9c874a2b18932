import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Handed } from './app/shell/visit.ts'

export type Handle = (request: Request, given: Handed) => Promise<Response>

/** The whole website for a test: as in development, without a socket. `close` ends it. */
export async function wholeWebsite(): Promise<{ handle: Handle; close: () => Promise<void> }> {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: `${import.meta.dirname}/vite.config.ts`,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const { ssr } = server.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('the website can not run here')
  const { handle } = await ssr.runner.import<{ handle: Handle }>('/server.ts')
  return { handle, close: () => server.close() }
}
