import { useEffect, useMemo, useRef, useState } from 'react'
import { pageOfText, pageTextId } from '../article/page-text-id.ts'
import { mayBeShortcut } from '../shell/use-keyboard.ts'
import type { Whereabouts } from '../shell/use-place.ts'
import type { Requested } from './listening.tsx'

/** Tracks the text to be read aloud and the container of the bar: the open text, otherwise the pages. */
export function useListening(where: Whereabouts) {
  const [requested, setRequested] = useState<Requested | null>(null)
  const [slots, setSlots] = useState<{ text: HTMLElement | null; pages: HTMLElement | null }>({ text: null, pages: null })
  const slotIn = useMemo(() => {
    const put = (place: 'text' | 'pages') => (element: HTMLElement | null) =>
      setSlots((slots) => ({ ...slots, [place]: element }))
    const places = { text: put('text'), pages: put('pages') }
    return (place: 'text' | 'pages') => places[place]
  }, [])
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!slots.pages) return
    const observer = new ResizeObserver(([entry]) => setHeight(Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)))
    observer.observe(slots.pages)
    return () => observer.disconnect()
  }, [slots.pages])
  const start = (id: string) => setRequested((before) => ({ id, times: (before?.times ?? 0) + 1 }))
  const { article, pageText, place } = where
  const here = article ?? (pageText ? pageTextId(place.page) : null)
  const latest = useRef({ here, requested })
  latest.current = { here, requested }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { here, requested } = latest.current
      const id = here ?? requested?.id
      if (event.key !== 'p' || !id || !mayBeShortcut(event)) return
      event.preventDefault()
      setRequested({ id, times: (requested?.times ?? 0) + 1 })
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return {
    requested,
    start,
    slot: slots.text ?? slots.pages,
    slotIn,
    /** Height of the bar over the pages. Pixels. */
    height,
    /** Follows the voice to the next text if a text is open; pages stay. */
    goOn(id: string) {
      const page = pageOfText(id)
      if (page !== null) {
        if (pageText) where.goTo(page)
      } else if (article !== null) where.openArticle(id)
    },
    end: () => setRequested(null),
  }
}
