import { useEffect } from 'react'

/** A mark for each part of the page that has unsaved changes. */
const unsaved = new Set<symbol>()

export const hasUnsavedChanges = (): boolean => unsaved.size > 0

/** Browser and desk (leave-dialog.tsx) ask before a page with unsaved changes is left. */
export function useLeaveWarning(hasChanges: boolean): void {
  useUnloadWarning(hasChanges)
  useEffect(() => {
    if (!hasChanges) return
    const mark = Symbol('unsaved changes')
    unsaved.add(mark)
    return () => {
      unsaved.delete(mark)
    }
  }, [hasChanges])
}

/** The browser asks before the document is left: a reload, another address, a closed tab. */
export function useUnloadWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasChanges])
}
