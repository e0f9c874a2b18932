/** The worker keeps the shell and answers for copies; it looks after everything under `/reader`. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener(
    'load',
    () => void navigator.serviceWorker.register('/reader/sw.js', { scope: '/reader' }).catch(() => undefined),
  )
}
