import { CATALOGUE_CHUNK, CATALOGUE_SCROLL_DISTANCE, PHONE_BREAKPOINT } from '@kiosk/domain/catalogue/terms'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type CardIssue, type Selection, type ShelfPage, shelfDataAddress } from './shelf.ts'
import { rememberedShelf, rememberShelf } from './shelf-memory.ts'

export type Growing = {
  loaded: readonly CardIssue[]
  /** How many of `loaded` are on the page. */
  shown: number
  after: string | null
  phase: 'waiting' | 'loading' | 'failed'
}
export type Growth =
  | { kind: 'revealed'; chunk: number }
  | { kind: 'asked' }
  | { kind: 'brought'; page: ShelfPage }
  | { kind: 'failed' }
  | { kind: 'restored'; shown: number }

export function start(first: ShelfPage): Growing {
  return { loaded: first.issues, shown: first.issues.length, after: first.after, phase: 'waiting' }
}

/** How a shelf grows: a chunk at a time out of what is loaded, the next page when that runs out. */
export function grow(state: Growing, growth: Growth): Growing {
  switch (growth.kind) {
    case 'revealed':
      return { ...state, shown: Math.min(state.shown + growth.chunk, state.loaded.length) }
    case 'asked':
      return { ...state, phase: 'loading' }
    case 'failed':
      return { ...state, phase: 'failed' }
    case 'restored':
      return { ...state, shown: Math.min(Math.max(growth.shown, state.shown), state.loaded.length) }
    case 'brought': {
      // An issue published meanwhile moves others to the next page: no card twice.
      const known = new Set(state.loaded.map(({ uid }) => uid))
      const fresh = growth.page.issues.filter(({ uid }) => !known.has(uid))
      return { ...state, loaded: [...state.loaded, ...fresh], after: growth.page.after, phase: 'waiting' }
    }
  }
}

/**
 * The endless list: `end` goes on the element behind the last card; chunks are added while it is nearer to the screen
 * than the scroll distance of section 9. While the focus of the keyboard stands in sight in the list or behind it, nothing
 * is added by itself, so that Tab leads out of the list and nothing moves what has the focus. `more` adds at a press, also
 * after a failure; `moreForKeyboard` does too, and gives the first new card the focus.
 */
export function useMoreIssues(first: ShelfPage, selection: Selection) {
  const [state, tell] = useReducer(grow, first, start)
  const end = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  const goal = useRef<ReturnType<typeof rememberedShelf>>(null)
  const { loaded, shown, after, phase } = state

  const bring = useCallback(
    async (from: string, limit?: number): Promise<ShelfPage | null> => {
      tell({ kind: 'asked' })
      try {
        const response = await fetch(shelfDataAddress(selection, from, limit), { headers: { accept: 'application/json' } })
        if (!response.ok) throw new Error(String(response.status))
        const page = (await response.json()) as ShelfPage
        tell({ kind: 'brought', page })
        return page
      } catch {
        tell({ kind: 'failed' })
        return null
      }
    },
    [selection],
  )

  const onItsWay = useRef<string | null>(null)
  const more = useCallback(() => {
    const chunk = matchMedia(`(max-width: ${PHONE_BREAKPOINT}px)`).matches ? CATALOGUE_CHUNK.phone : CATALOGUE_CHUNK.desktop
    if (shown < loaded.length) tell({ kind: 'revealed', chunk })
    // A page ahead, so that the next chunk need not wait; several may ask for it before it is told that it is on its way.
    if (!after || after === onItsWay.current || phase === 'loading' || loaded.length - shown > first.issues.length / 2) return
    onItsWay.current = after
    void bring(after).then(() => {
      onItsWay.current = null
    })
  }, [shown, loaded.length, after, phase, bring, first.issues.length])

  // Only a script makes the list endless: without one its end stands right behind the cards.
  const [endless, setEndless] = useState(false)
  useEffect(() => setEndless(true), [])

  const waits = phase === 'loading' && shown === loaded.length
  const finished = after === null && shown === loaded.length

  /** Index of the card that gets the focus when it has come; null = none. */
  const awaited = useRef<number | null>(null)
  const moreForKeyboard = useCallback(() => {
    awaited.current = shown
    more()
  }, [shown, more])
  useEffect(() => {
    if (awaited.current === null || phase === 'failed') awaited.current = null
    else if (shown > awaited.current) {
      cardAt(end.current, awaited.current)?.focus()
      awaited.current = null
    } else if (!waits) more()
  }, [shown, waits, phase, more])

  useEffect(() => {
    const element = end.current
    if (!element || finished || waits || phase === 'failed') return
    const phone = matchMedia(`(max-width: ${PHONE_BREAKPOINT}px)`).matches
    const tenths = phone ? CATALOGUE_SCROLL_DISTANCE.phone : CATALOGUE_SCROLL_DISTANCE.desktop
    let near = false
    let asked = false
    const look = () => {
      // A jump to the foot of the page leaves the end above the screen.
      const isDue = near || element.getBoundingClientRect().bottom < 0
      // Once: when more has come, this effect begins anew.
      if (asked || !isDue || keyboardStandsAt(element)) return
      asked = true
      more()
    }
    const watch = new IntersectionObserver(
      (entries) => {
        near = entries.at(-1)!.isIntersecting
        look()
      },
      { rootMargin: `0px 0px ${tenths * 10}% 0px` },
    )
    watch.observe(element)
    addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      removeEventListener('scroll', look)
    }
  }, [more, finished, waits, phase])

  useEffect(() => {
    const remembered = asked.current ? null : rememberedShelf()
    asked.current = true
    if (!remembered || remembered.shown <= first.issues.length) return
    const restore = async () => {
      let from = first.after
      let count = first.issues.length
      while (from && count < remembered.shown) {
        const page = await bring(from, Math.min(100, remembered.shown - count))
        if (!page) return
        count += page.issues.length
        from = page.after
      }
      goal.current = remembered
      tell({ kind: 'restored', shown: remembered.shown })
    }
    void restore()
  }, [first, bring])

  useEffect(() => {
    if (!goal.current || shown < Math.min(goal.current.shown, loaded.length)) return
    goal.current.goBackTo()
    goal.current = null
  }, [shown, loaded.length])

  useEffect(() => rememberShelf(shown), [shown])

  return {
    issues: loaded.slice(0, shown),
    waits,
    finished,
    endless: endless && !finished,
    failed: phase === 'failed',
    end,
    more,
    moreForKeyboard,
  }
}

/** Whether the keyboard has its focus, in sight, in the list before `end`, on `end` or behind it. */
function keyboardStandsAt(end: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body || !focused.matches(':focus-visible')) return false
  const isBehind = (end.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (!isBehind && focused !== end && !end.previousElementSibling?.contains(focused)) return false
  const { top, bottom } = focused.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function cardAt(end: HTMLElement | null, index: number): HTMLElement | null {
  return end?.previousElementSibling?.children[index]?.querySelector('a') ?? null
}
