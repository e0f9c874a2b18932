import { useEffect } from 'react'

/** A mark for each part of the page that has unsaved changes. */
const unsaved = new Set<symbol>()

export const hasUnsavedChanges = (): boolean => unsaved.size > 0

/** Browser and desk (leave-dialog.tsx) ask before a page with unsaved changes is left. */
export function useLeaveWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const mark = Symbol('unsaved changes')
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(mark)
    addEventListener('beforeunload', warn)
    return () => {
      unsaved.delete(mark)
      removeEventListener('beforeunload', warn)
    }
  }, [hasChanges])
}
