import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { compareAlerts, periodsOf } from '../prometheus.ts'
import { figureOf, levelAt, ofProcesses, slopeOf } from './figures.ts'

test('the slope of a line is exact, and that of noise is small against its error', () => {
  const times = Array.from({ length: 60 }, (_, index) => index * MINUTE_MS)
  const line = slopeOf(times.map((at) => ({ at, value: 100 + (12 * at) / HOUR_MS })))!
  expect(line.perHour).toBeCloseTo(12)
  expect(line.error).toBeCloseTo(0)
  const noise = slopeOf(times.map((at, index) => ({ at, value: 100 + (index % 2 === 0 ? 5 : -5) })))!
  expect(Math.abs(noise.perHour)).toBeLessThan(2 * noise.error)
  expect(noise.mean).toBeCloseTo(100)
  expect(slopeOf([{ at: 0, value: 1 }])).toBeNull()
})

test('small processes that end and large ones that begin are no growth, and growth of each is', () => {
  const life = (pid: number, from: number, until: number, valueAt: (minute: number) => number) =>
    Array.from({ length: until - from }, (_, index) => ({ at: (from + index) * MINUTE_MS, value: valueAt(index), pid }))
  const level = slopeOf([...life(1, 0, 20, () => 1), ...life(2, 20, 60, () => 3), ...life(3, 0, 60, () => 2)])!
  expect([level.perHour, level.error]).toEqual([0, 0])
  const grown = slopeOf([...life(1, 0, 30, (minute) => 10 + minute), ...life(2, 30, 60, (minute) => 1 + minute)])!
  expect(grown.perHour).toBeCloseTo(60)
  expect(slopeOf([...life(1, 0, 1, () => 1), ...life(2, 0, 1, () => 1), ...life(3, 0, 2, () => 1)])).toBeNull()
})

test('two processes are compared at the same age, whenever they were started', () => {
  const life = (startedMinute: number, values: number[]) => ({
    began: startedMinute * MINUTE_MS,
    samples: values.map((value, index) => ({ at: (startedMinute + index) * MINUTE_MS, value })),
  })
  // Both warm up for four minutes; the first one has been running longer.
  const first = life(0, [100, 200, 260, 290, 300, 300, 300, 300])
  expect(levelAt(life(5, [100, 210, 270, 280, 310]), first)).toEqual({ own: 860 / 3, other: 850 / 3 })
  expect(levelAt(life(5, [100, 200, 400, 600, 800]), first)).toEqual({ own: 600, other: 850 / 3 })
  expect(levelAt({ began: 0, samples: [] }, first)).toEqual({ own: null, other: null })
})

test('the memory of processes is that of each, of those that are old enough, however many there are', async () => {
  // There is a second, smaller process; the memory of each differs much from the sum.
  const child = spawn('/bin/sh', ['-c', 'sleep 60 & sleep 60; true'], { detached: true })
  try {
    await pause(300)
    const all = ofProcesses(child.pid!, 0.1)
    expect([all.count, all.files > 5]).toEqual([3, true])
    expect(all.memory.size).toBe(3)
    expect(Math.min(...all.memory.values())).toBeGreaterThan(10_000)
    expect(Math.max(...all.memory.values())).toBeLessThan(1_000_000)
    expect(ofProcesses(child.pid!, 20)).toEqual({ ...all, memory: new Map() })
  } finally {
    process.kill(-child.pid!)
  }
})

test('a figure of the metrics is the sum over the labels that were asked for', () => {
  const text = [
    '# HELP connections Connections',
    'connections{pool="a",state="used"} 2',
    'connections{pool="b",state="idle"} 3',
    'connections{pool="b",state="limit"} 10',
    'connections_total 7',
    'bytes 1.5e+6',
  ].join('\n')
  expect(figureOf(text, 'connections', /state="(used|idle)"/)).toBe(5)
  expect(figureOf(text, 'bytes')).toBe(1_500_000)
  expect(figureOf(text, 'missing')).toBeNull()
})

test('moments of an alert are periods', () => {
  expect(periodsOf([0, 15, 30, 300, 315])).toEqual([
    { from: 0, until: 30 * SECOND_MS },
    { from: 300 * SECOND_MS, until: 315 * SECOND_MS },
  ])
})

test('an alert that should have fired is missing, and one that no fault explains is named', () => {
  const minute = (from: number, until: number) => ({ from: from * MINUTE_MS, until: until * MINUTE_MS })
  const caused = [
    { what: 'mail server gone', raises: ['MailServerFailing'], mayRaise: ['ErrorsLogged'], ...minute(10, 23) },
    { what: 'server killed', raises: ['ServerDown'], mayRaise: [], ...minute(30, 34) },
  ]
  const { raised, unexplained } = compareAlerts(caused, [
    { alert: 'MailServerFailing', ...minute(22, 30) },
    { alert: 'ErrorsLogged', ...minute(12, 40) },
    { alert: 'SlowAnswers', ...minute(31, 32) },
    { alert: 'ServerDown', ...minute(2, 3) },
  ])
  expect(raised).toEqual([
    { what: 'mail server gone', after: [{ alert: 'MailServerFailing', ms: 12 * MINUTE_MS }] },
    { what: 'server killed', after: [{ alert: 'ServerDown', ms: null }] },
  ])
  expect(unexplained.map(({ alert }) => alert)).toEqual(['SlowAnswers', 'ServerDown'])
})

test('an alert that an earlier fault had raised counts for the next one if it goes on until that has ended', () => {
  const minute = (from: number, until: number) => ({ from: from * MINUTE_MS, until: until * MINUTE_MS })
  const caused = [
    { what: 'storage frozen', raises: ['ServerErrors'], mayRaise: [], ...minute(0, 8) },
    { what: 'database stopped', raises: ['ServerErrors'], mayRaise: [], ...minute(11, 14) },
  ]
  const after = (until: number) => compareAlerts(caused, [{ alert: 'ServerErrors', ...minute(7, until) }]).raised[1]!.after[0]!.ms
  expect(after(19)).toBe(0)
  expect(after(13)).toBeNull()
})
