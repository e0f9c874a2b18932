import { SECOND_MS } from '@kiosk/domain/time'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const REFRESH_EVERY_MS = 1.5 * SECOND_MS

/** Loads the page's data again and again while the server works on them. */
export function useRefresh(isWorking: boolean, everyMs = REFRESH_EVERY_MS): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isWorking, everyMs, revalidate])
}
