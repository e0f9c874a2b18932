import { expect, test, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'

const made = (body: string) => async () => ({ body, etag: `"${body}"` })

test('computes a response once until something changes', async () => {
  const kept = new ResponseCache()
  expect((await kept.get('a', made('old'))).body).toBe('old')
  expect((await kept.get('a', made('new'))).body).toBe('old')
  kept.forget()
  expect((await kept.get('a', made('new'))).body).toBe('new')
})

test('returns but does not store a response computed during a change', async () => {
  const kept = new ResponseCache()
  const answer = await kept.get('a', async () => {
    kept.forget()
    return { body: 'of before', etag: '"1"' }
  })
  expect(answer.body).toBe('of before')
  expect((await kept.get('a', made('of after'))).body).toBe('of after')
})

test('shares one response between concurrent callers and does not cache a failure', async () => {
  const kept = new ResponseCache()
  let times = 0
  const make = async () => {
    times++
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (times === 1) throw new Error('once')
    return { body: 'b', etag: '"b"' }
  }
  const both = await Promise.allSettled([kept.get('a', make), kept.get('a', make)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(times).toBe(1)
  expect((await kept.get('a', make)).body).toBe('b')
})

test('evicts the oldest responses to bound memory', async () => {
  const kept = new ResponseCache()
  const large = 'x'.repeat(400 * 1024)
  for (let n = 0; n < 80; n++) await kept.get(String(n), made(large))
  expect((await kept.get('79', made('made again'))).body).toBe(large)
  expect((await kept.get('0', made('made again'))).body).toBe('made again')
})

test('evicts the response that was not asked for longest', async () => {
  const kept = new ResponseCache()
  const large = 'x'.repeat(400 * 1024)
  for (let n = 0; n < 100; n++) {
    await kept.get(String(n), made(large))
    await kept.get('0', made('made again'))
  }
  expect((await kept.get('0', made('made again'))).body).toBe(large)
  expect((await kept.get('1', made('made again'))).body).toBe('made again')
})

test('stores an empty response, and none that is too long', async () => {
  const kept = new ResponseCache()
  const long = 'x'.repeat(513 * 1024)
  for (const body of ['', long]) expect((await kept.get(`${body.length}`, made(body))).body).toBe(body)
  expect((await kept.get('0', made('made again'))).body).toBe('')
  expect((await kept.get(`${long.length}`, made('made again'))).body).toBe('made again')
})

test('computes a response again after a minute', async () => {
  vi.useFakeTimers()
  try {
    const kept = new ResponseCache()
    await kept.get('a', made('old'))
    vi.advanceTimersByTime(59_000)
    expect((await kept.get('a', made('new'))).body).toBe('old')
    vi.advanceTimersByTime(1_001)
    expect((await kept.get('a', made('new'))).body).toBe('new')
  } finally {
    vi.useRealTimers()
  }
})
