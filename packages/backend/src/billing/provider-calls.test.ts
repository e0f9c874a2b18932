import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CONCURRENT_CALLS, severalAtOnce } from './provider-calls.ts'

const items = Array.from({ length: 3 * CONCURRENT_CALLS }, (_, index) => index)

test('limits concurrent calls and returns the results in the order of the items', async () => {
  let running = 0
  let most = 0
  const results = await severalAtOnce(items, async (item) => {
    most = Math.max(most, ++running)
    await delay((item % 3) * 2)
    running--
    return item * 2
  })
  expect(most).toBe(CONCURRENT_CALLS)
  expect(results).toEqual(items.map((item) => item * 2))
})

test('a failure leaves no call undone or running, and is thrown as it is', async () => {
  const done: number[] = []
  const failing = severalAtOnce(items, async (item) => {
    if (item === 1) throw new TypeError('the first one')
    await delay(2)
    done.push(item)
  })
  await expect(failing).rejects.toThrow(new TypeError('the first one'))
  expect(done).toHaveLength(items.length - 1)
})

test('several failures are thrown together', async () => {
  const error = await severalAtOnce(items, async (item) => {
    if (item % 20 === 0) throw new Error(`item ${item}`)
  }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AggregateError)
  expect((error as AggregateError).message).toBe('3 of 60 calls failed')
  expect((error as AggregateError).errors).toEqual([new Error('item 0'), new Error('item 20'), new Error('item 40')])
})
