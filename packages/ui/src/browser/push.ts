/** Endpoint for push subscriptions, with the service worker that shows notifications and its scope. */
export type PushEndpoint = {
  /** GET returns `{ key, told }`; POST with a subscription or `off=1` changes it. */
  address: string
  worker: string
  scope: string
}
/** State of push notifications. `denied`: blocked in the browser's settings. `impossible`: no browser support, or signed out. */
export type PushState = 'impossible' | 'off' | 'on' | 'denied'
/** The server's state. `told`: SHA-256 (hex) of the endpoint that it uses, null = none. */
type State = { key: string; told: string | null }

/**
 * Returns the state of push notifications in this browser. Repairs a lost or changed subscription; never shows a permission
 * prompt.
 */
export async function checkPush(endpoint: PushEndpoint): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'impossible'
  const state = await stateAt(endpoint)
  if (!state) return 'impossible'
  const off = Notification.permission === 'denied' ? 'denied' : 'off'
  if (state.told === null) return off
  if (Notification.permission !== 'granted') {
    await sendPush(endpoint, new URLSearchParams({ off: '1' }))
    return off
  }
  const registration = await navigator.serviceWorker.getRegistration(endpoint.scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || (await digest(subscription.endpoint)) !== state.told) await subscribe(endpoint, state)
  return 'on'
}

/** Requests permission, which needs a click, and subscribes. Rejects on failure. */
export async function switchPushOn(endpoint: PushEndpoint): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const state = await stateAt(endpoint)
  if (!state) throw new Error('not signed in')
  await subscribe(endpoint, state)
  return 'on'
}

/** Switches push off, on the server first: the browser's remaining subscription is then unused. */
export async function switchPushOff(endpoint: PushEndpoint): Promise<PushState> {
  await sendPush(endpoint, new URLSearchParams({ off: '1' }))
  const registration = await navigator.serviceWorker.getRegistration(endpoint.scope)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe().catch(() => undefined)
  return 'off'
}

async function subscribe(endpoint: PushEndpoint, { key }: State): Promise<void> {
  // An existing worker is not registered again, because that would wait for an update of the worker in progress.
  const known = await navigator.serviceWorker.getRegistration(endpoint.scope)
  const registration = known ?? (await navigator.serviceWorker.register(endpoint.worker, { scope: endpoint.scope }))
  await activeWorker(registration)
  await sendPush(endpoint, formOf(await subscriptionOf(registration.pushManager, key)))
}

/** Subscribes with a key; cancels a subscription with another key first. */
export async function subscriptionOf(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    const other = await manager.getSubscription()
    if (!other) throw error
    await other.unsubscribe()
    return manager.subscribe(options)
  }
}

/** Returns the server's state, or null if signed out. */
export async function stateAt({ address }: Pick<PushEndpoint, 'address'>): Promise<State | null> {
  const answer = await fetch(address, { cache: 'no-store', credentials: 'same-origin' })
  if (answer.status === 401) return null
  if (!answer.ok) throw new Error(`failed with ${answer.status}`)
  return (await answer.json()) as State
}

export async function sendPush({ address }: Pick<PushEndpoint, 'address'>, form: URLSearchParams): Promise<void> {
  const answer = await fetch(address, { method: 'POST', credentials: 'same-origin', body: form })
  if (!answer.ok) throw new Error(`failed with ${answer.status}`)
}

export function formOf(subscription: PushSubscription): URLSearchParams {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return new URLSearchParams({ endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' })
}

/**
 * Waits until the worker is active: only then can a registration subscribe, and only the worker notifies pages outside its
 * scope.
 */
export function activeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return Promise.resolve()
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker was not installed'))
    })
  })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
