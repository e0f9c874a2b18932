import { lazy, Suspense } from 'react'
import { useLookedUp } from './use-looked-up.ts'

const LookUpMenu = lazy(() => import('./look-up-menu.tsx').then((found) => ({ default: found.LookUpMenu })))

/** Looks up selected words; the menu is loaded with the first selection. */
export function LookUp({ onSearch }: { onSearch: (words: string) => void }) {
  const looking = useLookedUp()
  if (!looking.found && !looking.byKeys) return null
  return (
    <Suspense fallback={null}>
      <LookUpMenu looking={looking} onSearch={onSearch} />
    </Suspense>
  )
}
