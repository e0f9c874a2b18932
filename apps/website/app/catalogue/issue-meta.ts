/** Maximum lengths of the overrides. Any link can set them, so they are short and affect only metadata. Characters. */
const LONGEST_CHARACTERS = { title: 150, description: 300 } as const

/** Returns `?title`, `?desc` and `?img` (https only) of an issue address; missing or invalid values are undefined. */
export function metaOverrides(query: URLSearchParams): { title?: string; description?: string; image?: string } {
  const title = plain(query.get('title'), LONGEST_CHARACTERS.title)
  const description = plain(query.get('desc'), LONGEST_CHARACTERS.description)
  const image = secureAddress(query.get('img'))
  return { ...(title && { title }), ...(description && { description }), ...(image && { image }) }
}

function plain(value: string | null, longest: number): string {
  const characters = [...(value ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()]
  return characters.slice(0, longest).join('').trim()
}

function secureAddress(value: string | null): string | undefined {
  if (!value || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined
}

/** Returns `?p` of an issue address; null if missing or not a page number. */
export function pageRequested(query: URLSearchParams): number | null {
  const page = query.get('p') ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : null
}

/** Returns `?a` of an issue address, an article id. */
export function articleRequested(query: URLSearchParams): string | undefined {
  const article = query.get('a') ?? ''
  return /^[\w-]{1,64}$/.test(article) ? article : undefined
}
