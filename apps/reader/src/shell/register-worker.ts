import { pushEndpoint } from '@kiosk/domain/reading/push-url'
import { activeWorker, checkPush } from '@kiosk/ui/browser/push'

/** Registers the service worker of website and reader: it caches the reader's shell and serves downloads. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener('load', () => void register().catch(() => undefined))
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/reader/sw.js', { scope: '/' })
  await activeWorker(registration)
  await removeEarlierRegistration()
}

/** Scope of the worker before it controlled the website, too. */
const EARLIER_SCOPE = '/reader'

/** Removes the earlier registration, which would keep control of the reader's pages. Downloads do not depend on it. */
async function removeEarlierRegistration(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  const earlier = registrations.find(({ scope }) => new URL(scope).pathname === EARLIER_SCOPE)
  if (!earlier) return
  const subscription = await earlier.pushManager?.getSubscription().catch(() => null)
  await earlier.unregister()
  // A push subscription ends with its registration; this makes a new one.
  if (subscription) await checkPush(pushEndpoint)
}
