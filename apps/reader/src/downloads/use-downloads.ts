import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../shell/use-online.ts'
import { type DownloadManager, downloadWidth, managerFor } from './download-manager.ts'
import type { DownloadView } from './download-views.ts'
import type { Caller } from './server-api.ts'

/** Returns the downloads of this browser; null until the storage was read. */
export function useDownloads(caller: Caller): { manager: DownloadManager; downloads: readonly DownloadView[] | null } {
  const manager = managerFor(caller)
  const downloads = useSyncExternalStore(manager.subscribe, manager.views)
  return { manager, downloads }
}

type Room = { free: number; quota: number }

/**
 * Returns the browser's storage estimate in bytes, updated when `used` changes; undefined until it is known, null in browsers
 * without one.
 */
export function useRoom(used: number): Room | null | undefined {
  const [room, setRoom] = useState<Room | null | undefined>(() => (navigator.storage?.estimate === undefined ? null : undefined))
  const online = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: storage changes with downloads, and when the network comes or goes
  useEffect(() => {
    let gone = false
    const show = (found: Room | null) => gone || setRoom(found)
    navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => show(quota > 0 ? { quota, free: Math.max(0, quota - usage) } : null),
      () => show(null),
    )
    return () => {
      gone = true
    }
  }, [used, online])
  return room
}

/** Returns the estimated size of a download in bytes; null until known, and without the right to it. */
export function useSize(manager: DownloadManager, uid: string, isNeeded: boolean): number | null {
  const [bytes, setBytes] = useState<number | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let gone = false
    void manager.size(uid, downloadWidth()).then(({ ok }) => {
      if (!gone && ok) setBytes(ok.bytes)
    })
    return () => {
      gone = true
    }
  }, [manager, uid, isNeeded])
  return bytes
}
