import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { refusalIn } from './refusal.ts'
import { loader as frameLoader } from './root.tsx'
import { pageContext } from './shell/content-security.ts'
import { RequestMark } from './shell/request-mark.tsx'
import { visitOf } from './shell/visit.ts'

/** Longest time that the data of a page may take. Milliseconds. */
export const streamTimeout = 10_000

/**
 * Renders a page whole and at once: loaders wait for all they need, and the policy of a page needs every byte. The text
 * goes to `server.ts` by the request's context: a page that passes through a stream takes twice the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext)
  const { nonce } = page
  const { requestId } = visitOf(context)
  const { serverHandoffStream, ...rest } = routerContext
  // The router runs no loader around a failed action; the error screen still has a language, a visitor and a frame.
  const { errors, loaderData } = rest.staticHandlerContext
  if (errors && loaderData.root === undefined) {
    loaderData.root = await frameLoader({ context, request, params: {}, url: new URL(request.url), pattern: '' }).catch(
      () => undefined,
    )
  }
  const handedOver = await text(serverHandoffStream ?? new Blob([]).stream())
  const html = renderToString(
    <RequestMark value={{ requestId, nonce }}>
      <ServerRouter context={rest} url={request.url} nonce={nonce} />
    </RequestMark>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  page.html = `<!DOCTYPE html>${routerContext.renderMeta?.didRenderScripts ? withData(html, handedOver, nonce) : html}`
  return new Response(null, { status, headers })
}

/**
 * What the router in the browser begins with, in the words that it would otherwise stream behind the page. One line of
 * JSON, as long as no loader promises something for later: it stands in the page as what it is, and becomes text there.
 */
function withData(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf('</body>')
  const controller = 'window.__reactRouterContext.streamController'
  const oneLine = data.indexOf('\n') === data.length - 1 && data.startsWith('[')
  const expression = oneLine ? `JSON.stringify(${data.trimEnd()})+"\\n"` : JSON.stringify(data)
  const script = `${controller}.enqueue(${expression.replaceAll('<', '\\u003c')});${controller}.close();`
  return `${html.slice(0, end)}<script nonce="${nonce}">${script}</script>${html.slice(end)}`
}

/** Every failure of a loader, an action or a render that is not a refusal. */
export function handleError(error: unknown, { request, context }: { request: Request; context: RouterContextProvider }): void {
  if (request.signal.aborted || refusalIn(error)) return
  const reason = error instanceof Error ? error.stack : String(error)
  const { pathname } = new URL(request.url)
  console.error(
    JSON.stringify({ level: 'error', event: 'page failed', requestId: visitOf(context).requestId, path: pathname, reason }),
  )
}
