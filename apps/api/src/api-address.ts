import type { Endpoint } from '@kiosk/domain/endpoint'

export const API_BASE = '/api/v8/'

/** Address of an endpoint below our own origin; empty values of `query` are left out. */
export function apiAddress(
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | undefined> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${API_BASE}${filled}${search.size ? `?${search}` : ''}`
}
