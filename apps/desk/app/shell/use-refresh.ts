import { deskSession } from '@kiosk/contract/desk-routes'
import { SECOND_MS } from '@kiosk/domain/time'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { deskClient } from './desk-client.ts'

const REFRESH_EVERY_MS = 1.5 * SECOND_MS

/**
 * Loads the page's data again and again while the server works on them, and waits while it does not answer: an error would replace
 * the page, with everything that was typed or is being sent.
 */
export function useRefresh(isWorking: boolean, everyMs = REFRESH_EVERY_MS): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return
    let isOver = false
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      deskClient.call(deskSession).then(
        () => isOver || void revalidate(),
        () => {},
      )
    }, everyMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isWorking, everyMs, revalidate])
}
