import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { refusalIn } from './refusal.ts'
import { nonceContext } from './shell/content-security.ts'
import { RequestMark } from './shell/request-mark.tsx'
import { visitOf } from './shell/visit.ts'

/** Longest time that a page may take until its last part is there. Milliseconds. */
export const streamTimeout = 10_000

/** Renders a page whole: its policy needs every byte, and nothing in it may wait for a script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const requestId = visitOf(context).requestId
  let failure: unknown
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestMark value={{ requestId, nonce }}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestMark>,
      {
        nonce,
        // React would otherwise put large boundaries into hidden markup that a script has to reveal.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          resolve(text(pipe(new PassThrough())))
        },
        onShellError: reject,
        onError(error) {
          failure ??= error
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('page took too long')), streamTimeout)
  })
  if (failure) logFailure(failure, request, requestId)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status: failure ? 500 : status, headers })
}

/** Every failure of a loader, an action or a render that is not a refusal. */
export function handleError(error: unknown, { request, context }: { request: Request; context: RouterContextProvider }): void {
  if (request.signal.aborted || refusalIn(error)) return
  logFailure(error, request, visitOf(context).requestId)
}

function logFailure(error: unknown, request: Request, requestId: string): void {
  const reason = error instanceof Error ? error.stack : String(error)
  const { pathname } = new URL(request.url)
  console.error(JSON.stringify({ level: 'error', event: 'page failed', requestId, path: pathname, reason }))
}
