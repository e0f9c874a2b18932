/** Registers the service worker for `/reader`: it caches the shell and serves downloads. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener(
    'load',
    () => void navigator.serviceWorker.register('/reader/sw.js', { scope: '/reader' }).catch(() => undefined),
  )
}
