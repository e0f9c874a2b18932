import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '@kiosk/backend/config'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { ReactNode } from 'react'

const root = join(import.meta.dirname, '..')
const dom = createRequire(import.meta.url)('react-dom/server') as { renderToString(tree: ReactNode): string }
export const { renderToString } = dom

/**
 * Returns the React tree of a page, with components, router and data: the argument of the website's own `renderToString`. The
 * built website runs in this process and calls the kiosk's API over HTTP.
 */
export async function componentTreeOf(page: string, headers: Record<string, string>): Promise<() => ReactNode> {
  const { operator, token } = readConfig({})
  const publicUrl = new URL(page).origin
  let tree: ReactNode
  // The bundle looks the function up by name when it is first loaded, and gets this one.
  dom.renderToString = (options) => {
    tree = options
    return renderToString(options)
  }
  const { handle } = (await import(`${root}/apps/website/build/server/index.js`)) as {
    handle(request: Request, options: object): Promise<Response>
  }
  dom.renderToString = renderToString
  const api = (path: string, init: RequestInit) =>
    fetch(publicUrl + path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-api-token': token } })
  const environment = { name: 'development', devSystem: false }
  await handle(new Request(page, { headers }), {
    api,
    operator,
    environment,
    webapp: '/reader',
    publicUrl,
    shippedDocument,
    log: console,
  })
  if (!tree) throw new Error(`${page} did not pass through renderToString`)
  const made = tree
  return () => made
}
