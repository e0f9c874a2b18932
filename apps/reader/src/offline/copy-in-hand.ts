import { useSyncExternalStore } from 'react'

/** Whether the issue in hand lies on this device: told by the keeper, heard by parts that must not wait for it. */
let inHand = false
const listeners = new Set<() => void>()

export function tellCopyInHand(now: boolean): void {
  if (now === inHand) return
  inHand = now
  for (const listener of listeners) listener()
}

export const useCopyInHand = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => inHand,
  )
