import { describe, expect, test } from 'vitest'
import { createPasswordQueue, type PasswordCaller } from './password-queue.ts'

/** Creates a queue whose jobs end when the test says so, and records the order in which they start. */
function testLine() {
  const queue = createPasswordQueue()
  const began: string[] = []
  const rejected: string[] = []
  let end: () => void = () => undefined
  const ask = (name: string, caller: PasswordCaller | null) =>
    queue
      .run(caller, () => {
        began.push(name)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      })
      .catch((error: { code: string }) => {
        rejected.push(`${name} ${error.code}`)
      })
  /** Finishes running jobs until none waits. */
  async function drain(): Promise<string[]> {
    for (let idle = 0; idle < 3; ) {
      const before = began.length
      end()
      await new Promise((resolve) => setImmediate(resolve))
      idle = began.length === before ? idle + 1 : 0
    }
    return began
  }
  return { queue, ask, drain, began, refused: rejected }
}
const v6 = (network: string) => ({ address: `2001:db8:${network}::1` })

describe('the password queue', () => {
  test('takes networks in turn, so ten requests of one wait for each other', async () => {
    const { ask, drain } = testLine()
    void ask('running', null)
    for (let place = 0; place < 9; place++) void ask(`many ${place}`, { address: '192.0.2.1' })
    void ask('one', { address: '198.51.100.7' })
    expect((await drain()).slice(0, 4)).toEqual(['running', 'many 0', 'one', 'many 1'])
  })

  test('treats a /48 as one neighbour and shares its turn among its /64 networks', async () => {
    const { ask, drain } = testLine()
    void ask('running', null)
    for (let place = 0; place < 8; place++) void ask(`rotating ${place}`, v6(`1:${place}`))
    for (let place = 0; place < 3; place++) void ask(`other ${place}`, v6('2:0'))
    const began = await drain()
    expect(began.slice(0, 7)).toEqual(['running', 'rotating 0', 'other 0', 'rotating 1', 'other 1', 'rotating 2', 'other 2'])
    expect(began).toHaveLength(12)
  })

  test('limits the waiting requests of one network and of one /48', async () => {
    const { ask, refused: rejected, queue } = testLine()
    void ask('running', null)
    for (let place = 0; place < 55; place++) void ask(`v4 ${place}`, { address: '192.0.2.1' })
    for (let place = 0; place < 230; place++) void ask(`v6 ${place}`, v6(`1:${place.toString(16)}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.waiting()).toBe(130)
    expect(rejected.filter((each) => each.startsWith('v4'))).toHaveLength(5)
    expect(rejected.every((each) => each.endsWith('unavailable'))).toBe(true)
  })

  test('drops a request of the busiest network when it is full and another network asks', async () => {
    const { ask, drain, refused: rejected, queue } = testLine()
    void ask('running', null)
    for (let network = 0; network < 12; network++)
      for (let place = 0; place < 60; place++) void ask(`crowd ${network}`, v6(`${network}:${place}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.waiting()).toBe(200)
    const before = rejected.length
    void ask('reader', { address: '198.51.100.7' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([queue.waiting(), rejected.length - before, rejected.at(-1)?.startsWith('crowd')]).toEqual([200, 1, true])
    expect((await drain()).indexOf('reader')).toBeLessThan(20)
  })

  test('prefers known browsers without starving the others', async () => {
    const { ask, drain } = testLine()
    void ask('running', null)
    for (let place = 0; place < 9; place++) void ask(`stranger ${place}`, v6(`${place}:0`))
    for (let place = 0; place < 9; place++) void ask(`known ${place}`, { ...v6(`a${place}:0`), known: true })
    const began = await drain()
    expect(began.slice(1, 9).filter((each) => each.startsWith('known'))).toHaveLength(6)
    expect(began.slice(1, 9).filter((each) => each.startsWith('stranger'))).toHaveLength(2)
  })

  test('removes an aborted request and leaves no empty groups', async () => {
    const { ask, drain, began, refused: rejected, queue } = testLine()
    const browsers = Array.from({ length: 10 }, () => new AbortController())
    void ask('running', null)
    for (const { signal } of browsers) void ask('left', { address: '192.0.2.1', signal })
    void ask('stays', { address: '192.0.2.1' })
    for (const browser of browsers) browser.abort()
    void ask('late', { address: '192.0.2.1', signal: AbortSignal.abort() })
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.waiting()).toBe(1)
    expect(rejected.toSorted()).toEqual(['late unavailable', ...Array(10).fill('left unavailable')])
    await drain()
    expect(began).toEqual(['running', 'stays'])
    void ask('afterwards', { address: '192.0.2.1' })
    expect(await drain()).toEqual(['running', 'stays', 'afterwards'])
  })

  test('continues after work that fails', async () => {
    const queue = createPasswordQueue()
    const failed = queue.run(null, () => Promise.reject(new Error('broken')))
    const next = queue.run(null, async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
