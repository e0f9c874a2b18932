import { gunzipSync } from 'node:zlib'
import { HOUR_MS } from '@kiosk/domain/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packed, withoutPeople } from './crash-report.ts'
import { watchCrashes } from './crash-watch.ts'

const consoleOfTests = { ...console }
afterEach(() => {
  Object.assign(console, consoleOfTests)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Fakes the parts of a browser that crash reports use; `fail` triggers an uncaught error. */
let now = 0
function browser() {
  const listeners: Record<string, (event: unknown) => void> = {}
  const sent: URLSearchParams[] = []
  vi.stubGlobal('addEventListener', (name: string, listener: (event: unknown) => void) => {
    listeners[name] = listener
  })
  vi.stubGlobal('screen', { width: 390, height: 780 })
  vi.stubGlobal('navigator', { userAgent: 'Browser/1 (Phone)' })
  vi.stubGlobal('location', { pathname: '/magazines' })
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: URLSearchParams }) => {
    sent.push(body)
    return new Response(null, { status: 204 })
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const kind of ['log', 'warn', 'error'] as const) console[kind] = () => undefined
  watchCrashes()
  return {
    sent,
    fail: (error: unknown) => listeners.error?.({ error }),
    reject: (reason: unknown) => listeners.unhandledrejection?.({ reason }),
  }
}

describe('a crash report', () => {
  // Tests start an hour apart, so that rate limits do not carry over.
  beforeEach(() => {
    now += HOUR_MS
  })

  it('has five fields and the last console lines as base64 gzip', async () => {
    const { sent, fail } = browser()
    console.warn('the shelf of mara@example.org was late', 3)
    fail(new Error('no cover'))
    await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
    expect([...(sent[0]?.keys() ?? [])]).toEqual(['device', 'os', 'app', 'exception', 'zipLog'])
    expect(sent[0]?.get('exception')).toContain('no cover')
    const lines = String(gunzipSync(Buffer.from(sent[0]?.get('zipLog') ?? '', 'base64')))
    expect(lines).toBe('warn: the shelf of …@… was late 3')
  })

  it('contains no email addresses and no queries', () => {
    expect(withoutPeople('at https://kiosk.example/x?token=geheim#y of mara.auer@example.org: 5')).toBe(
      'at https://kiosk.example/x?… of …@…: 5',
    )
  })

  it('is sent at most once per minute', async () => {
    const { sent, fail, reject } = browser()
    fail(new Error('one'))
    reject(new Error('two'))
    await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
    now += 59_000
    fail(new Error('three'))
    await vi.dynamicImportSettled()
    now += 1_500
    fail(new Error('four'))
    await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000)
    expect(sent[1]?.get('exception')).toContain('four')
  })

  it('fails silently', async () => {
    const { fail } = browser()
    const tried = vi.fn(() => Promise.reject(new Error('offline')))
    vi.stubGlobal('fetch', tried)
    fail(new Error('one'))
    await vi.waitFor(() => expect(tried).toHaveBeenCalledOnce(), 10_000)
  })

  it('packs at most 64 KB, the newest lines first', async () => {
    const noise = Array.from({ length: 4000 }, (_, line) => `${line} ${Math.sin(line)} ${Math.cos(line * 7)}`)
    const text = await packed(noise)
    expect(text.length).toBeLessThanOrEqual(64 * 1024)
    expect(String(gunzipSync(Buffer.from(text, 'base64')))).toMatch(/3999 [^\n]+$/)
  })
})
