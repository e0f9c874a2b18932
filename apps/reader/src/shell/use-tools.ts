import { useCallback, useState } from 'react'
import { useWide } from './panel.tsx'
import { useBars } from './use-bars.ts'
import type { Whereabouts } from './use-place.ts'
import { useToolsHint } from './use-tools-hint.ts'

type PanelName = 'outline' | 'search' | 'view' | 'help'
export type Tools = ReturnType<typeof useTools>

/**
 * Manages what is open around the pages: the bars, a panel, the thumbnails, and the hint about them.
 * @param keepsHint it may be remembered that the hint was seen
 */
export function useTools(where: Whereabouts, keepsHint: boolean) {
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [thumbnails, setThumbnails] = useState(false)
  const wide = useWide()
  const isUsed = panel !== null || thumbnails
  const bars = useBars(isUsed || where.list)
  const { turn } = where
  const { hide } = bars
  /** Turns a page by key or gesture, after which the bars hide. Returns false at either end of the issue. */
  const turnAndHide = useCallback(
    (direction: 1 | -1) => {
      const turned = turn(direction)
      if (turned) hide()
      return turned
    },
    [turn, hide],
  )
  return {
    panel,
    thumbnails,
    /** The screen has room for a panel beside the pages. */
    wide,
    /** A panel is beside the pages instead of over them. */
    docked: wide && (panel === 'outline' || panel === 'search'),
    bars,
    turnAndHide,
    hint: useToolsHint(where, isUsed, keepsHint),
    open: setPanel,
    close: () => setPanel(null),
    toggle: (name: PanelName) => setPanel((open) => (open === name ? null : name)),
    toggleThumbnails: () => setThumbnails(!thumbnails),
  }
}
