import { useSyncExternalStore } from 'react'
import { createListeners } from '../shell/listeners.ts'

/** Whether the current issue is downloaded. Set by the download manager, read by code that must not wait for it to load. */
let inUse = false
const { subscribe, notify } = createListeners()

export function setDownloadInUse(now: boolean): void {
  if (now === inUse) return
  inUse = now
  notify()
}

export const useDownloadInUse = () => useSyncExternalStore(subscribe, () => inUse)
