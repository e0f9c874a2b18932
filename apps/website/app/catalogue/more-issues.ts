import { CATALOGUE_CHUNK, CATALOGUE_SCROLL_DISTANCE, PHONE_BREAKPOINT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type CardIssue, type Selection, type ShelfPage, shelfDataAddress } from './issue-cards.ts'
import { rememberedShelf, rememberShelf } from './listing-state.ts'

export type Growing = {
  loaded: readonly CardIssue[]
  /** Number of `loaded` issues on the page. */
  shown: number
  after: string | null
  phase: 'waiting' | 'loading' | 'failed'
}
export type Growth =
  | { kind: 'revealed'; chunk: number }
  | { kind: 'requested' }
  | { kind: 'brought'; page: ShelfPage }
  | { kind: 'failed' }
  | { kind: 'restored'; shown: number }

export function start(first: ShelfPage): Growing {
  return { loaded: first.issues, shown: first.issues.length, after: first.after, phase: 'waiting' }
}

/** Returns the state after a change: issues are shown by the chunk and loaded by the page. */
export function grow(state: Growing, growth: Growth): Growing {
  switch (growth.kind) {
    case 'revealed':
      return { ...state, shown: Math.min(state.shown + growth.chunk, state.loaded.length) }
    case 'requested':
      return { ...state, phase: 'loading' }
    case 'failed':
      return { ...state, phase: 'failed' }
    case 'restored':
      return { ...state, shown: Math.min(Math.max(growth.shown, state.shown), state.loaded.length) }
    case 'brought': {
      // New issues shift others to the next page, so skip known ones.
      const known = new Set(state.loaded.map(({ uid }) => uid))
      const fresh = growth.page.issues.filter(({ uid }) => !known.has(uid))
      return { ...state, loaded: [...state.loaded, ...fresh], after: growth.page.after, phase: 'waiting' }
    }
  }
}

/**
 * Manages infinite scrolling. `end` is the ref of the element after the last card; chunks are added while it is within the
 * scroll distance. Nothing is added automatically while a visible element in or after the list has the keyboard focus, so
 * that Tab can leave the list and the focused element stays in place. `more` adds a chunk on a click, also after a failure;
 * `moreForKeyboard` also focuses the first new card.
 */
export function useMoreIssues(first: ShelfPage, selection: Selection) {
  const [state, dispatch] = useReducer(grow, first, start)
  const end = useRef<HTMLDivElement>(null)
  const requested = useRef(false)
  const goal = useRef<ReturnType<typeof rememberedShelf>>(null)
  const { loaded, shown, after, phase } = state

  const bring = useCallback(
    async (from: string, limit?: number): Promise<ShelfPage | null> => {
      dispatch({ kind: 'requested' })
      try {
        const response = await fetch(shelfDataAddress(selection, from, limit), { headers: { accept: 'application/json' } })
        if (!response.ok) throw new Error(String(response.status))
        const page = (await response.json()) as ShelfPage
        dispatch({ kind: 'brought', page })
        return page
      } catch {
        dispatch({ kind: 'failed' })
        return null
      }
    },
    [selection],
  )

  const onItsWay = useRef<string | null>(null)
  const more = useCallback(() => {
    const chunk = matchMedia(`(max-width: ${PHONE_BREAKPOINT_PIXELS}px)`).matches
      ? CATALOGUE_CHUNK.phone
      : CATALOGUE_CHUNK.desktop
    if (shown < loaded.length) dispatch({ kind: 'revealed', chunk })
    // Loads one page ahead, so that the next chunk is ready. The ref prevents parallel requests before the state is updated.
    if (!after || after === onItsWay.current || phase === 'loading' || loaded.length - shown > first.issues.length / 2) return
    onItsWay.current = after
    void bring(after).then(() => {
      onItsWay.current = null
    })
  }, [shown, loaded.length, after, phase, bring, first.issues.length])

  // The list is infinite only with JavaScript; otherwise the pagination follows the cards.
  const [endless, setEndless] = useState(false)
  useEffect(() => setEndless(true), [])

  const waits = phase === 'loading' && shown === loaded.length
  const finished = after === null && shown === loaded.length

  /** Index of the card to focus once it is loaded; null = none. */
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
    const phone = matchMedia(`(max-width: ${PHONE_BREAKPOINT_PIXELS}px)`).matches
    const tenths = phone ? CATALOGUE_SCROLL_DISTANCE.phone : CATALOGUE_SCROLL_DISTANCE.desktop
    let near = false
    let requested = false
    const look = () => {
      // Jumping to the bottom of the page leaves the end above the viewport.
      const isDue = near || element.getBoundingClientRect().bottom < 0
      // Once per effect, which runs again when more cards have arrived.
      if (requested || !isDue || keyboardStandsAt(element)) return
      requested = true
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
    const remembered = requested.current ? null : rememberedShelf()
    requested.current = true
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
      dispatch({ kind: 'restored', shown: remembered.shown })
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

/** Returns whether a visible element in the list, `end` or an element after it has the keyboard focus. */
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
