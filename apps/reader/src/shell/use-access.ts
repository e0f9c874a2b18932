import { ApiError } from '@kiosk/api-client/api-error'
import type { Access } from '@kiosk/domain/reading/endpoints'
import { DAY_SECONDS } from '@kiosk/domain/time'
import { useCallback, useEffect, useRef, useState } from 'react'
import { renewedLike, revisionOf } from '../pages/image-address.ts'
import type { ReaderApi } from './reader-api.ts'

/** Time before its expiry at which a signature is renewed, so that no image request uses an expired one. */
const RENEWED_BEFORE_SECONDS = 120
/** Minimum time between renewals, so that a wrong device clock causes no busy loop. */
const MINIMUM_INTERVAL_SECONDS = 20

export type RenewableAccess = { access: Access; renew: () => Promise<Access | null> }

/**
 * Returns the visitor's access, renewed before its signature expires and when the page becomes visible; `renew` renews at
 * once.
 */
export function useAccess(first: Access, revision: number, api: ReaderApi): RenewableAccess {
  const [access, setAccess] = useState(first)
  const pendingRenewal = useRef<Promise<Access | null> | null>(null)
  const renew = useCallback(() => {
    pendingRenewal.current ??= api
      .access()
      .then((renewed) => {
        const answer = renewedLike(first, renewed)
        // The issue was replaced by a corrected file: reload its pages; the place is in the address.
        if ((revisionOf(answer.signature) ?? revision) !== revision) location.reload()
        setAccess(answer)
        return answer
      })
      .catch((error: unknown) => {
        // The issue was taken down: the reloaded page says so.
        if (error instanceof ApiError && error.status === 404) location.reload()
        return null
      })
      .finally(() => {
        pendingRenewal.current = null
      })
    return pendingRenewal.current
  }, [first, api, revision])
  useEffect(() => {
    const remaining = access.until - RENEWED_BEFORE_SECONDS - Date.now() / 1000
    const timer = setTimeout(renew, Math.min(Math.max(remaining, MINIMUM_INTERVAL_SECONDS), DAY_SECONDS) * 1000)
    const seenAgain = () => {
      if (document.visibilityState === 'visible' && access.until - RENEWED_BEFORE_SECONDS < Date.now() / 1000) void renew()
    }
    document.addEventListener('visibilitychange', seenAgain)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seenAgain)
    }
  }, [access, renew])
  return { access, renew }
}
