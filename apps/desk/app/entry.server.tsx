import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './shell/nonce.ts'
import { NonceProvider } from './shell/nonce-provider.tsx'

/** Timeout for a page's data. Milliseconds. */
export const streamTimeout = 10_000

/** Renders a page in one piece: loaders return complete data. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const stream = await renderToReadableStream(
    <NonceProvider value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceProvider>,
    { nonce, signal: request.signal },
  )
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/** Logs every failure of a loader or render that is not an answer of the API. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || !(error instanceof Error)) return
  const { pathname } = new URL(request.url)
  console.error(JSON.stringify({ level: 'error', event: 'desk.failed', path: pathname, reason: error.stack }))
}
