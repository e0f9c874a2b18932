import { type Page, pages } from './addresses.ts'

/** Every page with its address pattern; static segments precede parameters, as in the router. */
const table = Object.entries(pages)
  .map(([page, { path }]) => {
    const pattern = path.replace(/\/$/, '').replace(/\/:\w+(\??)/g, '(/[^/]+)$1')
    return { page: page as Page, slots: path.split(':').length, pattern: new RegExp(`^${pattern}/?$`, 'i') }
  })
  .sort((a, b) => a.slots - b.slots)

/** Returns the page at a path without query, as the router finds it; null if there is none. */
export function pageAt(pathname: string): Page | null {
  const plain = pathname.includes('%') ? decoded(pathname) : pathname
  return table.find(({ pattern }) => pattern.test(plain))?.page ?? null
}

/** Decodes a path like the router: per segment, so that an encoded slash does not separate segments. */
function decoded(pathname: string): string {
  try {
    const segments = pathname.split('/').map((each) => decodeURIComponent(each).replaceAll('/', '%2F'))
    return segments.join('/')
  } catch {
    return pathname
  }
}
