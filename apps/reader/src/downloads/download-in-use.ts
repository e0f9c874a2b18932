import { useSyncExternalStore } from 'react'

/** Whether the current issue is downloaded. Set by the download manager, read by code that must not wait for it to load. */
let inUse = false
const listeners = new Set<() => void>()

export function setDownloadInUse(now: boolean): void {
  if (now === inUse) return
  inUse = now
  for (const listener of listeners) listener()
}

export const useDownloadInUse = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => inUse,
  )
