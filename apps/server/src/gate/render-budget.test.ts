import { describe, expect, it } from 'vitest'
import { GateError } from './gate-error.ts'
import { createRenderBudget } from './render-budget.ts'

function clock() {
  let time = 0
  const pass = (ms: number) => {
    time += ms
  }
  return { now: () => time, pass }
}

/** Renders pages of 100 ms one after another until the budget is used up; returns their number. */
function renderUntilBusy(
  budget: ReturnType<typeof createRenderBudget>,
  pass: (ms: number) => void,
  addressOf: (page: number) => string,
): number {
  for (let page = 0; page < 10_000; page++) {
    try {
      const done = budget.begin(addressOf(page))
      pass(100)
      done()
    } catch {
      return page
    }
  }
  return Number.POSITIVE_INFINITY
}

describe('the budget of rendering', () => {
  it('is half for pages that nobody has opened yet', () => {
    const { now, pass } = clock()
    const budget = createRenderBudget({ now })
    const renderAhead = () => {
      let pages = 0
      for (; budget.admitsAhead('203.0.113.9'); pages++) {
        const done = budget.begin('203.0.113.9')
        pass(100)
        done()
      }
      return pages
    }
    const ahead = renderAhead()
    expect(ahead).toBeGreaterThan(75)
    expect(budget.admitsAhead('203.0.113.10')).toBe(true)
    // As many are left for opened pages.
    expect(renderUntilBusy(budget, pass, () => '203.0.113.9')).toBeGreaterThanOrEqual(ahead * 0.95)
  })

  it('is exhausted by an address that renders pages all the time, with Retry-After', () => {
    const { now, pass } = clock()
    const budget = createRenderBudget({ now })
    // The budget recovers by a quarter of the time that passes: 15 s a minute.
    const pages = renderUntilBusy(budget, pass, () => '203.0.113.9')
    expect(pages).toBeGreaterThan(150)
    expect(pages).toBeLessThan(250)
    let error: unknown
    try {
      budget.begin('203.0.113.9')
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(GateError)
    const seconds = Number((error as GateError).headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    budget.begin('203.0.113.10')()
    pass(seconds * 1000)
    budget.begin('203.0.113.9')()
  })

  it('counts the networks around an IPv6 address too, more generously', () => {
    const { now, pass } = clock()
    const budget = createRenderBudget({ now })
    const one = renderUntilBusy(budget, pass, () => '2001:db8:1:2::9')
    pass(600_000)
    const rotating = renderUntilBusy(budget, pass, (page) => `2001:db8:1:${(page % 0xffff).toString(16)}::9`)
    expect(rotating).toBeGreaterThan(one)
    expect(rotating).toBeLessThan(one * 4)
  })

  it('is charged for the share of each page if several are rendered at once', () => {
    const { now, pass } = clock()
    const budget = createRenderBudget({ now })
    const hostile = Array.from({ length: 99 }, () => budget.begin('203.0.113.9'))
    const done = budget.begin('198.51.100.4')
    pass(10_000)
    done()
    for (const each of hostile) each()
    // 100 ms each: no network pays for the pages of others.
    expect(renderUntilBusy(budget, pass, () => '198.51.100.4')).toBeGreaterThan(145)
  })

  it('does not let any number of pages begin before the first is charged', () => {
    const { now } = clock()
    const budget = createRenderBudget({ now })
    let started = 0
    expect(() => {
      for (; started < 10_000; started++) budget.begin('203.0.113.9')
    }).toThrow(GateError)
    expect(started).toBeLessThanOrEqual(300)
  })

  it('does not charge minutes for a page that waits for a slow database', () => {
    const { now, pass } = clock()
    const budget = createRenderBudget({ now })
    for (let page = 0; page < 25; page++) {
      const done = budget.begin('203.0.113.9')
      pass(20_000)
      done()
    }
  })

  it('changes with the request limit', () => {
    const { now, pass } = clock()
    expect(renderUntilBusy(createRenderBudget({ now, requestsPerMinute: 1_000_000 }), pass, () => '203.0.113.9')).toBe(
      Number.POSITIVE_INFINITY,
    )
  })
})
