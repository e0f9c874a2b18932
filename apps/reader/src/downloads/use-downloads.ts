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

type Room = { used: number; free: number; quota: number }

/** Returns the browser's storage estimate, updated with every change; null if unavailable. */
export function useRoom(downloads: readonly DownloadView[] | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  const online = useOnline()
  const used = (downloads ?? []).reduce((sum, { done }) => sum + done.bytes, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: storage changes with downloads, and when the network comes or goes
  useEffect(() => {
    let gone = false
    navigator.storage
      ?.estimate?.()
      .then(({ quota = 0, usage = 0 }) => {
        if (!gone && quota > 0) setRoom({ used, quota, free: Math.max(0, quota - usage) })
      })
      .catch(() => undefined)
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
