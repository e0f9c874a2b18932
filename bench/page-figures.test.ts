import { describe, expect, test } from 'vitest'
import { blockingTime, interactionTimes, layoutShift } from './page-figures.ts'
import { percentile } from './percentile.ts'

describe('interactions', () => {
  const entry = (interaction: number, duration: number, document = 1) => ({ document, interaction, duration, event: 'click' })

  test('an interaction takes as long as its longest event', () => {
    expect(interactionTimes([entry(7, 24), entry(7, 80), entry(8, 32)], 2)).toEqual([80, 32])
  })
  test('the same number in another document is another interaction', () => {
    expect(interactionTimes([entry(7, 24), entry(7, 80, 2)], 2)).toEqual([24, 80])
  })
  test('events without an interaction, such as hovering, do not count', () => {
    expect(interactionTimes([entry(0, 200), entry(7, 24)], 1)).toEqual([24])
  })
  test('inputs that the browser does not report were short', () => {
    expect(interactionTimes([entry(7, 40)], 3)).toEqual([40, 16, 16])
  })
})

describe('blocking time', () => {
  test('counts what tasks take beyond 50 ms', () => {
    const tasks = [
      { start: 200, duration: 120 },
      { start: 500, duration: 50 },
    ]
    expect(blockingTime({ tasks, firstPaint: 100 })).toBe(70)
  })
  test('leaves out what was before the first paint', () => {
    const tasks = [
      { start: 0, duration: 90 },
      { start: 90, duration: 110 },
    ]
    expect(blockingTime({ tasks, firstPaint: 100 })).toBe(50)
  })
})

describe('layout shift', () => {
  test('adds the shifts of one window', () => {
    const shifts = [100, 900, 1_800].map((start) => ({ start, value: 0.1 }))
    expect(layoutShift(shifts)).toBeCloseTo(0.3)
  })
  test('a pause of a second begins another window; the largest counts', () => {
    const shifts = [100, 1_100, 2_000].map((start) => ({ start, value: 0.1 }))
    expect(layoutShift(shifts)).toBeCloseTo(0.2)
  })
  test('a window has at most five seconds', () => {
    const shifts = Array.from({ length: 8 }, (_, at) => ({ start: at * 900, value: 0.1 }))
    expect(layoutShift(shifts)).toBeCloseTo(0.6)
  })
})

test('a percentile is a value that was measured', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0.5, 0.75, 0.98, 1].map((share) => percentile(values, share))).toEqual([3, 4, 5, 5])
  expect(percentile([], 0.5)).toBeNaN()
})
