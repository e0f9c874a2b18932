import { createHash } from 'node:crypto'
import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONCURRENT_PARTS, fetchParts, waitBefore } from './fetch-parts.ts'

const bodyOf = (page: number) => `page ${page} `.repeat(page + 1)
const parts: DownloadPart[] = Array.from({ length: 40 }, (_, page) => {
  const body = Buffer.from(bodyOf(page))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { kind: 'picture', page, path: `${page}`, bytes: body.length, sha256 }
})
const good = (part: DownloadPart) => new Response(bodyOf(part.page))

function download(options: Partial<Parameters<typeof fetchParts>[0]> = {}) {
  const stored = new Map<number, string>()
  const ending = new AbortController()
  const outcome = fetchParts({
    parts,
    fetch: async (part) => good(part),
    store: async (part, bytes) => void stored.set(part.page, Buffer.from(bytes).toString()),
    wait: async () => undefined,
    signal: ending.signal,
    ...options,
  })
  return { outcome, stored, ending }
}

test('fetches all parts, eight at a time', async () => {
  let [now, most] = [0, 0]
  const { outcome, stored } = download({
    async fetch(part) {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 1))
      now--
      return good(part)
    },
  })
  expect(await outcome).toBe('done')
  expect(stored.size).toBe(40)
  expect(most).toBe(CONCURRENT_PARTS)
})

test('every part arrives complete and once, however often the connection drops', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('cut', 'half', 'busy', 'fine'), { maxLength: 60 }), async (fates) => {
      const left = [...fates]
      const times = new Map<number, number>()
      const { outcome, stored } = download({
        async fetch(part) {
          const fate = left.pop()
          if (fate === 'cut') throw new TypeError('network')
          if (fate === 'half') return new Response(bodyOf(part.page).slice(1))
          if (fate === 'busy') return new Response(null, { status: 503 })
          return good(part)
        },
        async store(part, bytes) {
          times.set(part.page, (times.get(part.page) ?? 0) + 1)
          stored.set(part.page, Buffer.from(bytes).toString())
        },
      })
      expect(await outcome).toBe('done')
      expect([...times.values()]).toEqual(parts.map(() => 1))
      for (const { page } of parts) expect(stored.get(page)).toBe(bodyOf(page))
    }),
    { numRuns: 25 },
  )
})

test('does not store a part that keeps arriving with a wrong hash', async () => {
  const { outcome, stored } = download({ fetch: async (part) => (part.page === 3 ? new Response('x'.repeat(500)) : good(part)) })
  expect(await outcome).toBe('broken')
  expect(stored.has(3)).toBe(false)
})

test('stops on expired addresses, full storage and pause, and keeps what has arrived', async () => {
  const expired = download({ fetch: async (part) => (part.page < 9 ? good(part) : new Response(null, { status: 403 })) })
  expect(await expired.outcome).toBe('expired')
  expect(expired.stored.size).toBe(9)
  const full = download({
    async store() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(await full.outcome).toBe('no-room')
  const paused = download({
    fetch: () => new Promise((_, reject) => setTimeout(() => reject(new TypeError('network')), 1)),
  })
  setTimeout(() => paused.ending.abort(), 20)
  expect(await paused.outcome).toBe('stopped')
})

test('backs off exponentially and respects Retry-After', () => {
  const waits = Array.from({ length: 12 }, (_, attempt) => waitBefore(attempt, null, 0.5))
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits.at(-1)).toBeLessThanOrEqual(26_000)
  expect(waitBefore(0, '17', 0)).toBe(17_000)
  expect(waitBefore(0, 'soon', 0)).toBeLessThan(1000)
})
