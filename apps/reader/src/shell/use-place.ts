import type { Place as SavedPlace } from '@kiosk/domain/reading/shelf-endpoints'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { Layout, Place, Spread } from '../pages/spreads.ts'
import { useSpreads } from '../pages/use-spreads.ts'
import { laterPage } from '../places/later-page.ts'
import { pageOfArticle } from './known-article.ts'
import { addressHere, placeInAddress } from './place-in-address.ts'
import type { Reading } from './reader-context.ts'
import type { ReaderData } from './reader-data.ts'
import { keepPosition, positionOf, type View } from './storage.ts'
import { useListAndText } from './use-list-and-text.ts'

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

type Options = { layout: Layout; ads: boolean; view: View }

/**
 * Manages the current place in the issue, initially from the address, otherwise the last place read, or the list of articles
 * if that is how the issue opens (`view`).
 */
export function usePlace(
  { contents, place: savedPlace, owner, keeps }: ReaderData,
  { pagesOpen }: Reading['access'],
  { layout, ads, view }: Options,
): Whereabouts {
  const { setPlace, ...spreads } = useSpreads({ pages: contents.pages, pagesOpen, layout, ads }, () =>
    firstPlace(contents, savedPlace, owner),
  )
  const { spread, place } = spreads
  const listAndText = useListAndText(contents, setPlace, () => opensAsList(contents, view))
  const { list, article } = listAndText
  useAddressOfPlace(contents, { place, article, list })
  const read = spread.kind === 'pages' && (!list || article !== null)
  const readPages = useMemo(() => (read ? spread.pages : []), [read, spread])
  useKeptPosition(contents, readPages, { owner, keeps })
  return { ...spreads, ...listAndText, readPages }
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
  { owner, keeps }: Pick<ReaderData, 'owner' | 'keeps'>,
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

type Contents = Reading['contents']

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
