import { useState } from 'react'
import type { Whereabouts } from './use-place.ts'

type Notice = 'elsewhere' | 'hint'
type Options = { elsewhere: { page: number | null; dismiss(): void }; hint: { shown: boolean; close(): void } }

/** Chooses the notice over the pages or the list: one at a time, and none over a slide that is no page. */
export function useNotice({ list, spread }: Whereabouts, { elsewhere, hint }: Options) {
  const [height, setHeight] = useState(0)
  const hasRoom = list || spread.kind === 'pages'
  const chosen: Notice | null = elsewhere.page !== null ? 'elsewhere' : hint.shown ? 'hint' : null
  const shown = hasRoom ? chosen : null
  return {
    shown,
    /** Pixels. */
    height,
    setHeight,
    /** Null: no notice is shown. */
    close: shown && (shown === 'elsewhere' ? elsewhere.dismiss : hint.close),
  }
}
