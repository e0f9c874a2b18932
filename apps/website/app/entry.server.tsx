import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiErrorIn } from './api-error.ts'
import { loader as frameLoader } from './root.tsx'
import { pageContext } from './shell/content-security.ts'
import { requestContext } from './shell/request-context.ts'
import { RequestId } from './shell/request-id.tsx'

/** Timeout for a page's data. Milliseconds. */
export const streamTimeout = 10_000

/**
 * Renders a page in one piece: loaders return complete data, and the content security policy needs the whole page. The HTML
 * is passed to `server.ts` in the request's context, because streaming takes twice as long.
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
  const { requestId } = requestContext(context)
  const { serverHandoffStream, ...rest } = routerContext
  // The router runs no loaders after a failed action, but the error screen needs a language, a viewer and the frame.
  const { errors, loaderData } = rest.staticHandlerContext
  if (errors && loaderData.root === undefined) {
    loaderData.root = await frameLoader({ context, request, params: {}, url: new URL(request.url), pattern: '' }).catch(
      () => undefined,
    )
  }
  const handedOver = await text(serverHandoffStream ?? new Blob([]).stream())
  const html = renderToString(
    <RequestId value={{ requestId, nonce }}>
      <ServerRouter context={rest} url={request.url} nonce={nonce} />
    </RequestId>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  page.html = ['<!DOCTYPE html>', ...(routerContext.renderMeta?.didRenderScripts ? withData(html, handedOver, nonce) : [html])]
  return new Response(null, { status, headers })
}

/**
 * Inlines the router's initial data, which it would otherwise stream after the page. They are one line of JSON, because no
 * loader defers data, and are escaped for the page.
 */
function withData(html: string, data: string, nonce: string): string[] {
  const end = html.lastIndexOf('</body>')
  const controller = 'window.__reactRouterContext.streamController'
  const oneLine = data.indexOf('\n') === data.length - 1 && data.startsWith('[')
  const expression = oneLine ? `JSON.stringify(${data.trimEnd()})+"\\n"` : JSON.stringify(data)
  const script = `${controller}.enqueue(${expression.replaceAll('<', '\\u003c')});${controller}.close();`
  return [html.slice(0, end), `<script nonce="${nonce}">${script}</script>`, html.slice(end)]
}

/** Logs every failure of a loader, action or render that is neither an API error nor a request that the router rejects. */
export function handleError(error: unknown, { request, context }: { request: Request; context: RouterContextProvider }): void {
  if (request.signal.aborted || apiErrorIn(error)) return
  // For example, a form was sent to a page that has none.
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { log, requestId } = requestContext(context)
  const { pathname } = new URL(request.url)
  log.error({ event: 'page.failed', err: error, requestId, path: pathname }, 'page failed')
}
