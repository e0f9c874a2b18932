import { useRef, useState } from 'react'
import type { StageControl } from './stage.tsx'
import { LOW_PIXELS } from './use-insets.ts'
import type { Fit } from './use-view.ts'

export type StageOfPages = ReturnType<typeof useStage>

/** Manages the stage of the pages and how they fit it: by their width on a phone that is held sideways. */
export function useStage() {
  const control = useRef<StageControl>(null)
  const [fit, setFit] = useState<Fit>(() => (innerHeight < LOW_PIXELS && innerWidth > innerHeight ? 'width' : 'page'))
  return {
    control,
    fit,
    setFit,
    /** This fits an enlarged page, too. */
    fitAgainAs(chosen: Fit) {
      setFit(chosen)
      control.current?.fitAgain()
    },
  }
}
