import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTrace, outsideTraces, traceId, traceInLog, traceparent } from './trace.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a trace is continued, and passed on with a span of its own', async () => {
  const passedOn = await inTrace(`00-${ID}-00f067aa0ba902b7-01`, async () => {
    await pause(1)
    expect(traceId()).toBe(ID)
    expect(traceInLog()).toEqual({ trace: ID })
    return traceparent()
  })
  expect(passedOn).toMatch(new RegExp(`^00-${ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
})

test.each([
  undefined,
  '',
  ID,
  `00-${ID}-00f067aa0ba902b7`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${ID}-${'0'.repeat(16)}-01`,
  `00-${ID.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${ID}-00f067aa0ba902b7-01, 00-${ID}-00f067aa0ba902b7-01`,
])('without a valid header a trace begins: %s', (header) => {
  const [first, second] = [1, 2].map(() => inTrace(header, () => [traceId(), traceId(), traceparent()]))
  expect(first![0]).toMatch(/^[0-9a-f]{32}$/)
  expect(first![0]).not.toBe(ID)
  expect(first![1]).toBe(first![0])
  expect(first![2]).toContain(`00-${first![0]}-`)
  expect(second![0]).not.toBe(first![0])
})

test('outside of requests and jobs there is no trace', () => {
  expect([traceId(), traceparent(), traceInLog()]).toEqual([undefined, undefined, {}])
})

test('a timer that is set outside of traces stays outside of that of the request', async () => {
  const ids = await inTrace(undefined, async () => {
    const later = (set: typeof outsideTraces) => new Promise((resolve) => set(() => setTimeout(() => resolve(traceId()), 1)))
    return [await later((work) => work()), await later(outsideTraces), traceId()]
  })
  expect(ids).toEqual([ids[2], undefined, expect.stringMatching(/^[0-9a-f]{32}$/)])
})
