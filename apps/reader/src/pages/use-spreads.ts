import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { neighbourOf, type Place, placeOfSpread, type Spread, spreadOfPlace, spreadsFor } from './spreads.ts'

type Spreads = {
  spreads: readonly Spread[]
  at: number
  /** The shown one of `spreads`. */
  spread: Spread
  place: Place
  setPlace: Dispatch<SetStateAction<Place>>
  /** Advertisements that were turned over, by the page before them. */
  seen: ReadonlySet<number>
  /** Returns false at either end of the issue. */
  turn(direction: 1 | -1): boolean
}

/** Divides the issue into spreads, and manages which one is shown: that of a place, until the reader turns the page. */
export function useSpreads({ pages, pagesOpen, layout, ads }: Parameters<typeof spreadsFor>[0], first: () => Place): Spreads {
  const [place, setPlace] = useState(first)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const spreads = useMemo(() => spreadsFor({ pages, pagesOpen, layout, ads }), [pages, pagesOpen, layout, ads])
  const at = spreadOfPlace(spreads, place)

  const latest = useRef({ spreads, at, seen })
  latest.current = { spreads, at, seen }
  const turn = useCallback((direction: 1 | -1) => {
    const { spreads, at, seen } = latest.current
    const next = neighbourOf(spreads, at, direction, seen)
    const left = spreads[at]
    if (next === null || !left) return false
    // The page must be rendered before the motion of the finger continues.
    flushSync(() => {
      if (left.kind === 'advertisement') setSeen(new Set([...seen, left.after]))
      setPlace(placeOfSpread(spreads[next]!))
    })
    return true
  }, [])
  return { spreads, at, spread: spreads[at]!, place, setPlace, seen, turn }
}
