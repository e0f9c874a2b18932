import { type Page, pages } from './addresses.ts'

const patterns = (Object.keys(pages) as Page[]).map((page) => {
  const source = pages[page].path.replace(/\/:\w+(\??)/g, (_, optional: string) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))
  return { page, pattern: new RegExp(`^${source}/?$`) }
})

/** Returns the page at a path without query; null if there is none. */
export function pageAt(path: string): Page | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? null
}
