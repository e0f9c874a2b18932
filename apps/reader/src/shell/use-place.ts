import { readerAddress } from '@kiosk/domain/addresses'
import { traceIn, withTrace } from '@kiosk/domain/campaigns/trace'
import type { Place as KeptPlace } from '@kiosk/domain/reading/shelf-endpoints'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { laterPage } from '../my-shelf/first-place.ts'
import { type Layout, neighbourOf, type Place, placeOfStop, type Stop, stopOfPlace, stopsOf } from '../pages/stops.ts'
import { keepPosition, positionOf } from './memory.ts'
import { placeInAddress } from './place-in-address.ts'
import type { Reading } from './reader-context.ts'
import type { ReaderData } from './reader-data.ts'

export type Whereabouts = {
  stops: readonly Stop[]
  at: number
  stop: Stop
  place: Place
  seen: ReadonlySet<number>
  article: string | null
  /** The page is shown as text. */
  pageText: boolean
  turn(direction: 1 | -1): boolean
  goTo(page: number): void
  openArticle(id: string): void
  openPageText(): void
  /** Back from an article or the text of a page; to another page where one is named. */
  closeArticle(page?: number): void
}

type Given = Pick<Reading, 'contents' | 'access'> &
  Pick<ReaderData, 'owner' | 'keeps'> & { layout: Layout; ads: boolean; kept: KeptPlace | null }

/** Where one is in the issue: turned by hand, named in the address, remembered by the browser. */
export function usePlace({ contents, access, layout, ads, kept, owner, keeps }: Given): Whereabouts {
  const [place, setPlace] = useState<Place>(() => firstPlace(contents, kept, owner))
  const [article, setArticle] = useState<string | null>(() => knownArticle(contents, placeInAddress(location.search).article))
  const [pageText, setPageText] = useState(false)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const stops = useMemo(
    () => stopsOf({ pages: contents.pages, pagesOpen: access.pagesOpen, layout, ads }),
    [contents, access.pagesOpen, layout, ads],
  )
  const at = stopOfPlace(stops, place)
  const stop = stops[at]!

  const latest = useRef({ stops, at, seen })
  latest.current = { stops, at, seen }
  const turn = useCallback((direction: 1 | -1) => {
    const { stops, at, seen } = latest.current
    const next = neighbourOf(stops, at, direction, seen)
    const left = stops[at]
    if (next === null || !left) return false
    // At once: the page must stand before the finger's motion is drawn on.
    flushSync(() => {
      if (left.kind === 'advertisement') setSeen(new Set([...seen, left.after]))
      setPlace(placeOfStop(stops[next]!))
    })
    return true
  }, [])
  const goTo = useCallback(
    (page: number) => setPlace({ page: Math.min(Math.max(1, page), contents.pages.length), advertisement: false }),
    [contents],
  )

  const reading = useRef(false)
  reading.current = article !== null || pageText
  const openArticle = useCallback(
    (id: string) => {
      const found = contents.articles.find((each) => each.id === id)
      if (!found) return
      setPlace((place) =>
        place.page >= found.firstPage && place.page <= found.lastPage ? place : { page: found.firstPage, advertisement: false },
      )
      enterText({ article: true }, reading.current)
      setPageText(false)
      setArticle(id)
    },
    [contents],
  )
  const openPageText = useCallback(() => {
    enterText({ pageText: true }, reading.current)
    setArticle(null)
    setPageText(true)
  }, [])
  const closeArticle = useCallback(
    (page?: number) => {
      if (page !== undefined) goTo(page)
      if (history.state?.article || history.state?.pageText) return history.back()
      setArticle(null)
      setPageText(false)
    },
    [goTo],
  )
  useEffect(() => {
    const went = () => {
      setArticle(history.state?.article ? knownArticle(contents, placeInAddress(location.search).article) : null)
      setPageText(history.state?.pageText === true)
    }
    addEventListener('popstate', went)
    return () => removeEventListener('popstate', went)
  }, [contents])

  useEffect(() => {
    const address = readerAddress('/reader', contents.uid, { page: place.page, article: article ?? undefined })
    const timer = setTimeout(() => history.replaceState(history.state, '', withTrace(address, traceIn(location.href))), 120)
    return () => clearTimeout(timer)
  }, [place, article, contents])

  useEffect(() => {
    if (stop.kind !== 'pages' || !keeps) return
    keepPosition(localStorage, {
      owner,
      uid: contents.uid,
      page: stop.pages[0]!,
      pageCount: contents.pages.length,
      titleLine: contents.titleLine,
      detailLine: contents.detailLine,
      coverURL: contents.coverURL,
      at: Date.now(),
    })
  }, [stop, contents, owner, keeps])

  return { stops, at, stop, place, seen, article, pageText, turn, goTo, openArticle, openPageText, closeArticle }
}

/** One step of the way back leads out of all texts; a text that the address led to has no such step. */
function enterText(state: { article: true } | { pageText: true }, already: boolean): void {
  if (!already) history.pushState(state, '', location.href)
  else if (history.state?.article || history.state?.pageText) history.replaceState(state, '', location.href)
}

type Contents = Reading['contents']

/** The page of the address, else that of the article in it, else the one read last, else the first. */
function firstPlace(contents: Contents, kept: KeptPlace | null, owner: string | null): Place {
  const addressed = placeInAddress(location.search)
  const ofArticle = contents.articles.find((each) => each.id === addressed.article)?.firstPage
  const page = addressed.page ?? ofArticle ?? laterPage(positionOf(localStorage, contents.uid, owner), kept) ?? 1
  return { page: Math.min(page, Math.max(1, contents.pages.length)), advertisement: false }
}

const knownArticle = (contents: Contents, id: string | null) =>
  id !== null && contents.articles.some((each) => each.id === id) ? id : null
