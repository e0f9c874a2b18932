import { matchRoute } from '@kiosk/contract/route'
import { addBookmark } from '@kiosk/contract/routes'
import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/limits'
import { changeStoredValue, storedValue } from './download-store.ts'
import { type QueuedRequest, sendRequests, withRequest } from './outbox.ts'

/** Maximum queued requests; the oldest are dropped. */
const MOST_QUEUED = 500

/**
 * Queues a request until the server is reachable; returns it with the account and a temporary id for a new bookmark. The account
 * is that of the page, which may have been opened before another one signed in.
 */
export async function queueRequest(request: Omit<QueuedRequest, 'reader' | 'id'>): Promise<QueuedRequest> {
  const reader = request.headers[ACCOUNT_HEADER] ?? (await storedValue('reader')) ?? ''
  let queued: QueuedRequest = { ...request, reader }
  if (request.method === 'POST' && matchRoute(addBookmark, request.address)) {
    await changeStoredValue('lastLetter', (last = 0) => {
      queued = { ...queued, id: -(last + 1) }
      return last + 1
    })
  }
  await changeStoredValue('letters', (queue = []) => withRequest(queue, queued).slice(-MOST_QUEUED))
  return queued
}

/** Sends the queue of an account; one page or worker at a time. */
export async function sendQueue(reader: string): Promise<void> {
  await navigator.locks.request('offline-letters', async () => {
    const waiting = (await storedValue('letters')) ?? []
    if (!waiting.length) return
    const remaining = await sendRequests(waiting, reader, async ({ method, address, body, headers }) => {
      const init = {
        method,
        headers: { ...headers, [ACCOUNT_HEADER]: reader, 'x-offline': 'letter' },
        credentials: 'same-origin' as const,
      }
      return fetch(address, { ...init, ...(method === 'DELETE' ? {} : { body }) }).catch(() => null)
    })
    const same = (a: QueuedRequest, b: QueuedRequest) => JSON.stringify(a) === JSON.stringify(b)
    // Keep requests that were queued in the meantime.
    await changeStoredValue('letters', (queue = []) =>
      queue.filter((each) => remaining.some((left) => same(left, each)) || !waiting.some((sent) => same(sent, each))),
    )
  })
}
