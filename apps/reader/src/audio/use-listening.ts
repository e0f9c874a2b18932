import { useEffect, useMemo, useRef, useState } from 'react'
import type { Whereabouts } from '../shell/use-place.ts'
import type { Asked } from './listening.tsx'

/** What is being read aloud, and where its bar stands: at the foot of the open text, else of the pages. */
export function useListening(where: Whereabouts) {
  const [asked, setAsked] = useState<Asked | null>(null)
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
  const ask = (id: string) => setAsked((before) => ({ id, times: (before?.times ?? 0) + 1 }))
  const { article, pageText, place } = where
  const here = article ?? (pageText ? `p${place.page}` : null)
  const latest = useRef({ here, asked })
  latest.current = { here, asked }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { here, asked } = latest.current
      const id = here ?? asked?.id
      if (event.key !== 'p' || !id || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as Element).closest('input:not([type="range"]), textarea, select')) return
      event.preventDefault()
      setAsked({ id, times: (asked?.times ?? 0) + 1 })
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return {
    asked,
    ask,
    slot: slots.text ?? slots.pages,
    slotIn,
    /** Pixels that the bar takes from the pages. */
    height,
    /** The reading went on: an open text follows, pages stay where they are. */
    goOn(id: string) {
      if (id.startsWith('p')) {
        if (pageText) where.goTo(Number(id.slice(1)))
      } else if (article !== null) where.openArticle(id)
    },
    end: () => setAsked(null),
  }
}
