import * as routes from '@kiosk/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { readerClient } from '../shell/reader-client.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import { positionOf } from '../shell/storage.ts'
import type { Whereabouts } from '../shell/use-place.ts'
import { furtherElsewhere } from './elsewhere.ts'

/** Minimum time between two requests to the server. */
const MINIMUM_INTERVAL_MS = 5_000

/**
 * Returns the page that another device of the account has reached, if it is further on than here: as the issue was opened,
 * and when the reader returns to this window. null = none, or dismissed.
 */
export function useElsewhere(data: ReaderData, { readPages, spread }: Whereabouts) {
  const { account, contents, owner, keeps, place: stored, token, language } = data
  // Read before this visit changes it.
  const [before] = useState(() => positionOf(localStorage, contents.uid, owner))
  const here = useRef(before)
  const shown = (spread.kind === 'pages' ? spread.pages.at(-1) : undefined) ?? contents.pages.length
  // Where nothing is remembered, the place of the account may be this browser's own.
  const [page, setPage] = useState(() => (keeps ? furtherElsewhere(stored, before, shown) : null))
  const latest = useRef(shown)
  latest.current = shown
  useEffect(() => {
    const [first] = readPages
    if (first !== undefined) here.current = { ...before, page: first, at: Date.now() } as NonNullable<typeof before>
  }, [readPages, before])
  useEffect(() => {
    if (!account) return
    let requestedAt = Date.now()
    const look = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - requestedAt < MINIMUM_INTERVAL_MS) return
      requestedAt = Date.now()
      const answer = await readerClient({ token, language })
        .call(routes.place, { params: { uid: contents.uid } })
        .catch(() => null)
      if (!answer || owner === null) return
      // Another account has signed in: this page must not stay that of the last one.
      if (answer.reader !== owner) location.reload()
      else setPage(furtherElsewhere(answer.place, here.current, latest.current))
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [account, owner, contents.uid, token, language])
  return { page: page !== null && page > shown ? page : null, dismiss: () => setPage(null) }
}
