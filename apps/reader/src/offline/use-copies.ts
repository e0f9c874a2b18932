import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../shell/use-online.ts'
import type { Caller } from './house-api.ts'
import { type CopyView, type Keeper, keeperFor, wantedWidth } from './keeper.ts'

/** The copies of this browser; null until its storage was read. */
export function useCopies(caller: Caller): { keeper: Keeper; copies: readonly CopyView[] | null } {
  const keeper = keeperFor(caller)
  const copies = useSyncExternalStore(keeper.subscribe, keeper.views)
  return { keeper, copies }
}

export type Room = { used: number; free: number; quota: number }

/** What the browser says of its room, asked again with every change; null where it says nothing. */
export function useRoom(copies: readonly CopyView[] | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  const online = useOnline()
  const used = (copies ?? []).reduce((sum, { done }) => sum + done.bytes, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: room changes with what was kept and with what came of the network
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

/** Bytes of a download before it is asked for; null until the house has said, and where it may not be. */
export function useSize(keeper: Keeper, uid: string, wanted: boolean): number | null {
  const [bytes, setBytes] = useState<number | null>(null)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void keeper.size(uid, wantedWidth()).then(({ ok }) => {
      if (!gone && ok) setBytes(ok.bytes)
    })
    return () => {
      gone = true
    }
  }, [keeper, uid, wanted])
  return bytes
}
