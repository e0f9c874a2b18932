import { useEffect } from 'react'

/** Ctrl+S (⌘S) calls `save`. Null: there is nothing to save, and the key is the browser's. */
export function useSaveKey(save: (() => unknown) | null): void {
  useEffect(() => {
    if (!save) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
