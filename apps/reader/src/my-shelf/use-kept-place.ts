import { useEffect } from 'react'
import type { ReaderData } from '../shell/reader-data.ts'
import type { Whereabouts } from '../shell/use-place.ts'

/** Milliseconds that a page stands before the account hears of it; leafing is not reading. */
const STANDS = 2500

/** Tells the account where one is, so that the other devices open there; without a network it is told later. */
export function useKeptPlace({ account, contents, token, language }: ReaderData, { stop, article }: Whereabouts): void {
  const page = stop.kind === 'pages' ? stop.pages[0]! : null
  useEffect(() => {
    if (!account || page === null) return
    const timer = setTimeout(() => {
      void fetch(`/api/v8/reader/places/${encodeURIComponent(contents.uid)}`, {
        method: 'PUT',
        keepalive: true,
        credentials: 'same-origin',
        headers: { 'x-api-token': token, 'accept-language': language },
        body: new URLSearchParams({ page: String(page), article: article ?? '', at: new Date().toISOString() }),
      }).catch(() => undefined)
    }, STANDS)
    return () => clearTimeout(timer)
  }, [account, page, article, contents, token, language])
}
