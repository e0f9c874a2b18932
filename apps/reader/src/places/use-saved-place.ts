import { keepPlace } from '@kiosk/contract/routes'
import { useEffect } from 'react'
import { readerClient } from '../shell/reader-client.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import type { Whereabouts } from '../shell/use-place.ts'

/** Time on a page before the place is saved; merely turning pages is not reading. */
const SAVED_AFTER_MS = 2500

/** Saves the current place to the account, so that other devices open there; offline it is queued. */
export function useSavedPlace(
  { account, owner, contents, token, language }: ReaderData,
  { readPages, article }: Whereabouts,
): void {
  const page = readPages[0] ?? null
  useEffect(() => {
    if (!account || page === null) return
    const timer = setTimeout(() => {
      const body = { page, article: article ?? '', at: new Date().toISOString() }
      const client = readerClient({ token, language, owner })
      void client.send(keepPlace, { params: { uid: contents.uid }, body }, { keepalive: true }).catch(() => undefined)
    }, SAVED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [account, owner, page, article, contents, token, language])
}
