import type { Access } from '@kiosk/domain/reading/endpoints'
import { useCallback, useEffect, useRef, useState } from 'react'
import { revisionOf } from '../pages/picture-address.ts'
import type { ReaderApi } from './reader-api.ts'

/** Seconds before its end at which a signature is asked anew, so that no picture meets an expired one. */
const BEFORE_END = 120
/** Seconds to wait where an answer lies in the past, so that wrong clocks do not make a busy loop. */
const SOONEST = 20

export type KeptAccess = { access: Access; renew: () => Promise<Access | null> }

/** What the visitor may do, renewed before its signature ends and when the page is seen again; `renew` asks at once. */
export function useAccess(first: Access, revision: number, api: ReaderApi): KeptAccess {
  const [access, setAccess] = useState(first)
  const asking = useRef<Promise<Access | null> | null>(null)
  const renew = useCallback(() => {
    asking.current ??= api
      .access()
      .then((answer) => {
        // A corrected file has replaced the issue: its pages are others now, the place in the address stays.
        if ((revisionOf(answer.signature) ?? revision) !== revision) location.reload()
        setAccess(answer)
        return answer
      })
      .catch(() => null)
      .finally(() => {
        asking.current = null
      })
    return asking.current
  }, [api, revision])
  useEffect(() => {
    const remaining = access.until - BEFORE_END - Date.now() / 1000
    const timer = setTimeout(renew, Math.min(Math.max(remaining, SOONEST), 86_400) * 1000)
    const seenAgain = () => {
      if (document.visibilityState === 'visible' && access.until - BEFORE_END < Date.now() / 1000) void renew()
    }
    document.addEventListener('visibilitychange', seenAgain)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seenAgain)
    }
  }, [access, renew])
  return { access, renew }
}
