import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReaderApi } from '../shell/reader-api.ts'
import { type Hit, type Mark, markFrom, marksOf, steppedMark } from './hits.ts'

export type IssueSearch = {
  words: string
  /** `found` without hits means no results. */
  state: 'idle' | 'searching' | 'found' | 'failed'
  /** No page matched; these words were searched for instead. */
  corrected: string | null
  hits: readonly Hit[]
  marks: readonly Mark[]
  at: number | null
  mark: Mark | null
  start(words: string): void
  step(direction: 1 | -1): void
  choose(page: number): void
  end(): void
}

/** Searches the issue. `page()` returns the current page, `goTo` shows the page of a hit. */
export function useSearch(api: ReaderApi, page: () => number, goTo: (page: number) => void): IssueSearch {
  const [words, setWords] = useState('')
  const [state, setState] = useState<IssueSearch['state']>('idle')
  const [corrected, setCorrected] = useState<string | null>(null)
  const [hits, setHits] = useState<readonly Hit[]>([])
  const [at, setAt] = useState<number | null>(null)
  const marks = useMemo(() => marksOf(hits), [hits])
  const abortController = useRef<AbortController | null>(null)

  const end = useCallback(() => {
    abortController.current?.abort()
    setWords('')
    setState('idle')
    setHits([])
    setCorrected(null)
    setAt(null)
  }, [])
  const start = (requested: string) => {
    abortController.current?.abort()
    const q = requested.trim()
    if (!q) return end()
    const controller = new AbortController()
    abortController.current = controller
    setWords(q)
    setState('searching')
    api.search(q, controller.signal).then(
      (found) => {
        if (controller.signal.aborted) return
        setHits(found.hits)
        setCorrected(found.corrected ?? null)
        setState('found')
        setAt(null)
      },
      () => {
        if (!controller.signal.aborted) setState('failed')
      },
    )
  }
  const select = (next: number | null) => {
    setAt(next)
    const mark = next === null ? undefined : marks[next]
    if (mark) goTo(mark.page)
  }
  return {
    words,
    state,
    corrected,
    hits,
    marks,
    at,
    mark: at === null ? null : (marks[at] ?? null),
    start,
    end,
    step: (direction) => select(at === null ? markFrom(marks, page()) : steppedMark(marks.length, at, direction)),
    choose: (chosen) => select(markFrom(marks, chosen)),
  }
}
