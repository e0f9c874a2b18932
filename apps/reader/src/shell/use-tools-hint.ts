import { useCallback, useEffect, useRef, useState } from 'react'
import { hintSeen, rememberHint } from './storage.ts'
import type { Whereabouts } from './use-place.ts'

/** Number of turned pages after which the hint is not shown any more. */
const TURNS = 3

/**
 * Returns whether the hint about the tools is shown: until it is closed, a tool is used, or some pages are turned, and then
 * never again in this browser. `used`: a tool is in use; `keeps`: it may be remembered.
 */
export function useToolsHint({ place, article, pageText }: Whereabouts, used: boolean, keeps: boolean) {
  const [shown, setShown] = useState(() => !hintSeen(localStorage))
  const first = useRef({ place, article, turned: -1 })
  const close = () => {
    if (!shown) return
    setShown(false)
    if (keeps) rememberHint(localStorage)
  }
  const latest = useRef(close)
  latest.current = close
  // An article in the address was not opened by a tool.
  const opened = pageText || (article !== null && article !== first.current.article)
  useEffect(() => {
    if (used || opened) latest.current()
  }, [used, opened])
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts the changes of the place
  useEffect(() => {
    first.current.turned++
    if (first.current.turned >= TURNS) latest.current()
  }, [place])
  return { shown, close: useCallback(() => latest.current(), []) }
}
