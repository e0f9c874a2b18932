import { readerAddress } from '@kiosk/domain/addresses'
import { attributionIn, withAttribution } from '@kiosk/domain/campaigns/attribution'
import type { Place as SavedPlace } from '@kiosk/domain/reading/shelf-endpoints'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Layout, neighbourOf, type Place, placeOfSpread, type Spread, spreadOfPlace, spreadsFor } from '../pages/spreads.ts'
import { laterPage } from '../places/later-page.ts'
import { knownArticle, pageOfArticle } from './known-article.ts'
import { placeInAddress } from './place-in-address.ts'
import type { Reading } from './reader-context.ts'
import type { ReaderData } from './reader-data.ts'
import { keepPosition, positionOf, type View } from './storage.ts'

export type Whereabouts = {
  spreads: readonly Spread[]
  at: number
  spread: Spread
  place: Place
  seen: ReadonlySet<number>
  article: string | null
  /** The page is shown as text. */
  pageText: boolean
  /** The list of articles is shown instead of pages; an article may be open over it. */
  list: boolean
  /** Numbers of the pages being read, also as an article; none in the list, at the gate, and at the end. */
  readPages: readonly number[]
  turn(direction: 1 | -1): boolean
  goTo(page: number): void
  openArticle(id: string): void
  openPageText(): void
  openList(): void
  /** Goes back from an article or page text; to another page if one is given. */
  closeArticle(page?: number): void
}

type Options = Pick<Reading, 'contents' | 'access'> &
  Pick<ReaderData, 'owner' | 'keeps'> & { layout: Layout; ads: boolean; savedPlace: SavedPlace | null; view: View }

/**
 * Manages the current place in the issue, initially from the address, otherwise the last place read, or the list of articles
 * if that is how the issue opens (`view`). Each entry of the history knows whether it shows the list (`state.list`).
 */
export function usePlace({ contents, access, layout, ads, savedPlace, owner, keeps, view }: Options): Whereabouts {
  const [place, setPlace] = useState<Place>(() => firstPlace(contents, savedPlace, owner))
  const [article, setArticle] = useState<string | null>(() => knownArticle(contents, placeInAddress(location.search).article))
  const [pageText, setPageText] = useState(false)
  const [list, setList] = useState(() => (history.state?.list as boolean | undefined) ?? opensAsList(contents, view))
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const spreads = useMemo(
    () => spreadsFor({ pages: contents.pages, pagesOpen: access.pagesOpen, layout, ads }),
    [contents, access.pagesOpen, layout, ads],
  )
  const at = spreadOfPlace(spreads, place)
  const spread = spreads[at]!

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
  const listed = useRef(list)
  listed.current = list
  const goTo = useCallback(
    (page: number) => {
      const shown = Math.min(Math.max(1, page), contents.pages.length)
      setPlace({ kind: 'page', page: shown })
      // One step back returns to the list.
      if (listed.current) history.pushState({ overList: true, list: false }, '', addressHere(contents, { page: shown }))
      setList(false)
    },
    [contents],
  )
  const openList = useCallback(() => {
    if (history.state?.overList) history.back()
    else setList(true)
  }, [])

  const reading = useRef(false)
  reading.current = article !== null || pageText
  const openArticle = useCallback(
    (id: string) => {
      const found = contents.articles.find((each) => each.id === id)
      if (!found) return
      setPlace((place) =>
        place.page >= found.firstPage && place.page <= found.lastPage ? place : { kind: 'page', page: found.firstPage },
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
      if (page !== undefined && listed.current) {
        // The page replaces the article in the history, so that one step back returns to the list.
        if (history.state?.article) history.replaceState({ overList: true, list: false }, '', location.href)
        listed.current = !history.state?.overList
        setArticle(null)
        setPageText(false)
        return goTo(page)
      }
      if (page !== undefined) goTo(page)
      if (history.state?.article || history.state?.pageText) return history.back()
      setArticle(null)
      setPageText(false)
    },
    [goTo],
  )
  useEffect(() => {
    const onPopState = () => {
      setArticle(history.state?.article ? knownArticle(contents, placeInAddress(location.search).article) : null)
      setPageText(history.state?.pageText === true)
      setList(history.state?.list === true)
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [contents])

  useAddressOfPlace(contents, { place, article, list })
  const read = spread.kind === 'pages' && (!list || article !== null)
  const readPages = useMemo(() => (read ? spread.pages : []), [read, spread])
  useKeptPosition(contents, readPages, { owner, keeps })

  return {
    spreads,
    at,
    spread,
    place,
    seen,
    article,
    pageText,
    list,
    readPages,
    turn,
    goTo,
    openArticle,
    openPageText,
    openList,
    closeArticle,
  }
}

/** Writes the place into the address and the entry of the history. */
function useAddressOfPlace(contents: Contents, { place, article, list }: Pick<Whereabouts, 'place' | 'article' | 'list'>): void {
  useLayoutEffect(() => {
    if (history.state?.list !== list) history.replaceState({ ...history.state, list }, '', location.href)
  }, [list])
  useEffect(() => {
    const page = list && article === null ? undefined : place.page
    const timer = setTimeout(
      () => history.replaceState(history.state, '', addressHere(contents, { page, article: article ?? undefined })),
      120,
    )
    return () => clearTimeout(timer)
  }, [place, article, list, contents])
}

/** Keeps the page being read as the last place in the issue. */
function useKeptPosition(
  contents: Contents,
  readPages: readonly number[],
  { owner, keeps }: Pick<Options, 'owner' | 'keeps'>,
): void {
  useEffect(() => {
    if (readPages.length === 0 || !keeps) return
    keepPosition(localStorage, {
      owner,
      uid: contents.uid,
      page: readPages[0]!,
      pageCount: contents.pages.length,
      titleLine: contents.titleLine,
      detailLine: contents.detailLine,
      coverURL: contents.coverURL,
      at: Date.now(),
    })
  }, [readPages, contents, owner, keeps])
}

/** Adds at most one history entry for texts, so that one step back closes all of them; a text opened by the address has none. */
function enterText(state: { article: true } | { pageText: true }, already: boolean): void {
  const { list, article, pageText } = history.state ?? {}
  if (!already) history.pushState({ ...state, list }, '', location.href)
  else if (article || pageText) history.replaceState({ ...state, list }, '', location.href)
}

type Contents = Reading['contents']

/** Returns the address of a place in the issue, with the attribution of the current one. */
const addressHere = ({ uid }: Contents, at: Parameters<typeof readerAddress>[2]) =>
  withAttribution(readerAddress('/reader', uid, at), attributionIn(location.href))

/** Returns the page in the address, otherwise that on which its article begins or began, otherwise the last page read, otherwise the first. */
function firstPlace(contents: Contents, savedPlace: SavedPlace | null, owner: string | null): Place {
  const addressed = placeInAddress(location.search)
  const page =
    addressed.page ??
    pageOfArticle(contents, addressed.article) ??
    laterPage(positionOf(localStorage, contents.uid, owner), savedPlace) ??
    1
  return { kind: 'page', page: Math.min(page, Math.max(1, contents.pages.length)) }
}

/** Returns whether the issue opens as a list of articles: never if the address has a page or an article. */
function opensAsList(contents: Contents, view: View): boolean {
  const { page, article } = placeInAddress(location.search)
  return view === 'articles' && page === null && pageOfArticle(contents, article) === undefined
}
