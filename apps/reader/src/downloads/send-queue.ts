import { matchRoute } from '@kiosk/contract/route'
import { addBookmark } from '@kiosk/contract/routes'
import { changeStoredValue, storedValue } from './download-store.ts'
import { type QueuedRequest, sentOff, withLetter } from './outbox.ts'

/** Maximum queued requests; the oldest are dropped. */
const MOST = 500

/** Queues a request until the server is reachable; returns it with the account and a temporary id for a new bookmark. */
export async function queueRequest(letter: Omit<QueuedRequest, 'reader' | 'id'>): Promise<QueuedRequest> {
  const reader = (await storedValue('reader')) ?? ''
  let kept: QueuedRequest = { ...letter, reader }
  if (letter.method === 'POST' && matchRoute(addBookmark, letter.address)) {
    await changeStoredValue('lastLetter', (last = 0) => {
      kept = { ...kept, id: -(last + 1) }
      return last + 1
    })
  }
  await changeStoredValue('letters', (letters = []) => withLetter(letters, kept).slice(-MOST))
  return kept
}

/** Sends the queue of an account; one page or worker at a time. */
export async function sendQueue(reader: string): Promise<void> {
  await navigator.locks.request('offline-letters', async () => {
    const waiting = (await storedValue('letters')) ?? []
    if (!waiting.length) return
    const remaining = await sentOff(waiting, reader, async ({ method, address, body, headers }) => {
      const init = { method, headers: { ...headers, 'x-offline': 'letter' }, credentials: 'same-origin' as const }
      const answer = await fetch(address, { ...init, ...(method === 'DELETE' ? {} : { body }) }).catch(() => null)
      return answer?.status ?? 0
    })
    const same = (a: QueuedRequest, b: QueuedRequest) => JSON.stringify(a) === JSON.stringify(b)
    // Keep requests that were queued in the meantime.
    await changeStoredValue('letters', (letters = []) =>
      letters.filter((each) => remaining.some((left) => same(left, each)) || !waiting.some((sent) => same(sent, each))),
    )
  })
}
