import { findOnShelf } from '@kiosk/contract/desk-routes'
import { useEffect, useState } from 'react'
import { deskClient } from './desk-client.ts'
import { useText } from './use-text.tsx'

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 100

type Place = { path: string; name: string }
const NONE: readonly Place[] = []

type Places = { found: readonly Place[]; isPending: boolean; isFailed: boolean }

/** Finds titles and issues by typed words. `isPending`: the answer for these words is not here yet. */
export function usePlaces(search: string, isPermitted: boolean): Places {
  const t = useText()
  const words = isPermitted ? search.trim() : ''
  const [answer, setAnswer] = useState({ words: '', found: NONE, isFailed: false })
  useEffect(() => {
    if (words === '') return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      deskClient.call(findOnShelf, { query: { search: words } }, { signal: gone.signal }).then(
        ({ titles, issues }) => {
          const found = [
            ...titles.map(({ key, name }) => ({ path: `/titles/${key}`, name: t('DESK.PALETTE.TITLE_OF', { name }) })),
            ...issues.map(({ uid, title, name }) => ({
              path: `/issues/${uid}`,
              name: t('DESK.PALETTE.ISSUE_OF', { title, name }),
            })),
          ]
          setAnswer({ words, found, isFailed: false })
        },
        () => gone.signal.aborted || setAnswer({ words, found: NONE, isFailed: true }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [words, t])
  if (words === '') return { found: NONE, isPending: false, isFailed: false }
  if (answer.words !== words) return { found: NONE, isPending: true, isFailed: false }
  return { ...answer, isPending: false }
}
