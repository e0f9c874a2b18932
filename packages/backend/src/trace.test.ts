import { setTimeout as pause } from 'node:timers/promises'
import { type Span, SpanKind, type Tracer } from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  beginSpan,
  endingSpan,
  endSpan,
  inSpan,
  inTrace,
  outsideTraces,
  recordSpans,
  traceId,
  traceInLog,
  traceparent,
} from './trace.ts'

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

describe('recorded spans', () => {
  const ended: string[] = []
  const tracer = {
    startSpan: (name: string) => ({
      spanContext: () => ({ traceId: ID, spanId: '00f067aa0ba902b7', traceFlags: 1 }),
      setAttribute: (key: string, value: string) => ended.push(`${name}: ${key} ${value}`),
      setStatus: () => {},
      end: () => ended.push(`${name} ended`),
    }),
  } as unknown as Tracer
  beforeEach(() => {
    ended.length = 0
    recordSpans(tracer)
  })
  afterEach(() => recordSpans(undefined))

  test('only requests and jobs begin what is recorded', async () => {
    const began = await inTrace(undefined, async () => [
      beginSpan('select migrations', { kind: SpanKind.CLIENT }),
      beginSpan('storage read'),
      await inSpan('job letter', { kind: SpanKind.CONSUMER }, async () => beginSpan('select letters', { kind: SpanKind.CLIENT })),
    ])
    expect(began.map((span) => span !== undefined)).toEqual([false, false, true])
    expect(beginSpan('outside', { kind: SpanKind.SERVER })).toBeUndefined()
  })

  test('a span ends with its work: at once, when a promise is settled, and when the work throws', async () => {
    const begin = (name: string) => beginSpan(name, { kind: SpanKind.SERVER }) as Span
    await inTrace(undefined, async () => {
      expect(endingSpan(begin('sum'), () => 2)).toBe(2)
      const slow = endingSpan(begin('wait'), () => pause(1, 'done'))
      endSpan(begin('other'))
      expect(await slow).toBe('done')
      const fails = () => {
        throw new TypeError('of the test')
      }
      expect(() => endingSpan(begin('throws'), fails)).toThrow('of the test')
      await expect(endingSpan(begin('rejects'), async () => fails())).rejects.toThrow('of the test')
    })
    expect(ended).toEqual([
      'sum ended',
      'other ended',
      'wait ended',
      'throws: error.type TypeError',
      'throws ended',
      'rejects: error.type TypeError',
      'rejects ended',
    ])
  })
})
