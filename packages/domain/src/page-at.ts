import { type Page, pages } from './addresses.ts'

const patterns = (Object.keys(pages) as Page[]).map((page) => {
  const source = pages[page].path.replace(/\/:\w+(\??)/g, (_, optional: string) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))
  return { page, pattern: new RegExp(`^${source}/?$`) }
})

/** The page that a path without query leads to; null = there is none in the table. */
export function pageAt(path: string): Page | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? null
}
