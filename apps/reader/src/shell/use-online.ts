import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  // Tests render without a browser, with the value for servers.
  return useSyncExternalStore(subscribe, isOnline, isOnline)
}

const isOnline = () => navigator.onLine

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
