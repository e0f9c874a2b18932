import { useEffect, useState } from 'react'

export const canFullscreen = () => document.fullscreenEnabled === true

export function toggleFullscreen(): void {
  if (!canFullscreen()) return
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}

export function useFullscreen(): boolean {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  return full
}
