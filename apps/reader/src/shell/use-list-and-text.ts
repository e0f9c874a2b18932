import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from '../pages/spreads.ts'
import { knownArticle } from './known-article.ts'
import { addressHere, placeInAddress } from './place-in-address.ts'
import type { Reading } from './reader-context.ts'

/**
 * Manages whether the list of articles is shown instead of the pages, and which article, or the text of a page, is open over
 * them. Each entry of the history knows what it shows, so that one step back closes it.
 */
export function useListAndText(
  contents: Reading['contents'],
  setPlace: Dispatch<SetStateAction<Place>>,
  startsAsList: () => boolean,
) {
  const [article, setArticle] = useState<string | null>(() => knownArticle(contents, placeInAddress(location.search).article))
  const [pageText, setPageText] = useState(false)
  const [list, setList] = useState(() => (history.state?.list as boolean | undefined) ?? startsAsList())

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
    [contents, setPlace],
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
    [contents, setPlace],
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
  return { article, pageText, list, goTo, openList, openArticle, openPageText, closeArticle }
}

/** Adds at most one history entry for texts, so that one step back closes all of them; a text opened by the address has none. */
function enterText(state: { article: true } | { pageText: true }, already: boolean): void {
  const { list, article, pageText } = history.state ?? {}
  if (!already) history.pushState({ ...state, list }, '', location.href)
  else if (article || pageText) history.replaceState({ ...state, list }, '', location.href)
}
