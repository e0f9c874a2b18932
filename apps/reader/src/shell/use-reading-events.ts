import { useEffect, useMemo } from 'react'
import type { ReaderApi } from './reader-api.ts'
import { createReadingLog } from './reading-log.ts'
import type { Whereabouts } from './use-place.ts'

/** Time between batches of reading events. */
const SENT_EVERY_MS = 15_000

/** Sends reading events in small batches: periodically, and when the reader is closed or hidden. */
export function useReadingEvents(api: Pick<ReaderApi, 'tellSeen'>, { readPages, article }: Whereabouts): void {
  const log = useMemo(() => createReadingLog(Date.now, api.tellSeen), [api])
  useEffect(() => {
    const look = () => log.look(document.visibilityState === 'visible' ? readPages : [], article)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [log, readPages, article])
  useEffect(() => {
    const timer = setInterval(log.send, SENT_EVERY_MS)
    const hidden = () => {
      if (document.visibilityState === 'hidden') void log.send()
    }
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', log.send)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', log.send)
      void log.send()
    }
  }, [log])
}
