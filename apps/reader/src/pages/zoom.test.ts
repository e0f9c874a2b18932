import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bringingIntoSight,
  centredOn,
  clamped,
  fitted,
  glided,
  LARGEST_SCALE,
  middleOf,
  moved,
  overflow,
  pageView,
  widthView,
  zoomedAround,
} from './zoom.ts'

const frame = fc.record({
  width: fc.integer({ min: 280, max: 2600 }),
  height: fc.integer({ min: 300, max: 1600 }),
  top: fc.constantFrom(0, 52),
  bottom: fc.constantFrom(0, 56, 200),
})
const proportions = fc.double({ min: 0.3, max: 3, noNaN: true })
const factor = fc.double({ min: 0.2, max: 5, noNaN: true })
const fraction = fc.double({ min: 0, max: 1, noNaN: true })

describe('fitting', () => {
  test('a fitted slide is centred between the bars', () => {
    fc.assert(
      fc.property(frame, proportions, (frame, proportions) => {
        const content = fitted(frame, proportions)
        const view = pageView(content, frame)
        expect(view.x).toBeGreaterThanOrEqual(-0.001)
        expect(view.y).toBeGreaterThanOrEqual(frame.top - 0.001)
        expect(view.y + content.height).toBeLessThanOrEqual(frame.height - frame.bottom + 0.001)
        expect(view.x * 2 + content.width).toBeCloseTo(frame.width, 3)
        expect(content.width / content.height).toBeCloseTo(proportions, 6)
      }),
    )
  })
  test('fit width fills the width from the top', () => {
    const frame = { width: 1200, height: 900, top: 52, bottom: 56 }
    const content = fitted(frame, 0.7)
    const view = widthView(content, frame)
    expect(content.width * view.scale).toBeCloseTo(1200)
    expect(view).toMatchObject({ x: 0, y: 52 })
  })
})

describe('zooming', () => {
  test('keeps the centre when the screen is rotated and rotated back', () => {
    const upright = { width: 360, height: 740, top: 58, bottom: 62 }
    const lying = { width: 740, height: 360, top: 0, bottom: 0 }
    const [content, wide] = [fitted(upright, 0.7), fitted(lying, 0.7)]
    const view = zoomedAround(pageView(content, upright), { x: 200, y: 300 }, 3, content, upright)
    const turned = centredOn(middleOf(view, content, upright), (view.scale * content.width) / wide.width, wide, lying)
    expect(middleOf(turned, wide, lying).y).toBeCloseTo(middleOf(view, content, upright).y, 6)
    expect(turned.x).toBeLessThanOrEqual(0.001)
    expect(turned.x + wide.width * turned.scale).toBeGreaterThanOrEqual(740 - 0.001)
    const back = centredOn(middleOf(turned, wide, lying), view.scale, content, upright)
    expect(back.scale).toBe(view.scale)
    expect(back.y).toBeCloseTo(view.y, 6)
  })
  test('keeps the point under the fingers in place where the edges allow it', () => {
    fc.assert(
      fc.property(frame, proportions, factor, factor, fraction, fraction, (frame, proportions, first, second, fx, fy) => {
        const content = fitted(frame, proportions)
        const before = zoomedAround(pageView(content, frame), { x: frame.width / 2, y: frame.height / 2 }, first, content, frame)
        const focal = { x: fx * frame.width, y: fy * frame.height }
        const after = zoomedAround(before, focal, second, content, frame)
        const free = { x: focal.x - ((focal.x - before.x) * after.scale) / before.scale, y: 0 }
        expect(after.x).toBeCloseTo(clamped({ ...after, x: free.x }, content, frame).x, 4)
        if (Math.abs(after.x - free.x) < 0.001)
          expect((focal.x - after.x) / after.scale).toBeCloseTo((focal.x - before.x) / before.scale, 3)
      }),
    )
  })
  test('the focal point of a zoomed page does not move', () => {
    const frame = { width: 1000, height: 800, top: 0, bottom: 0 }
    const content = fitted(frame, 1.25)
    const before = zoomedAround(pageView(content, frame), { x: 500, y: 400 }, 2, content, frame)
    const after = zoomedAround(before, { x: 333, y: 222 }, 1.5, content, frame)
    expect((333 - after.x) / after.scale).toBeCloseTo((333 - before.x) / before.scale, 9)
    expect((222 - after.y) / after.scale).toBeCloseTo((222 - before.y) / before.scale, 9)
  })
  test('limits the scale between the fitted page and the maximum', () => {
    fc.assert(
      fc.property(frame, proportions, fc.array(factor, { maxLength: 12 }), (frame, proportions, factors) => {
        const content = fitted(frame, proportions)
        let view = pageView(content, frame)
        for (const factor of factors) view = zoomedAround(view, { x: 10, y: 10 }, factor, content, frame)
        expect(view.scale).toBeGreaterThanOrEqual(1)
        expect(view.scale).toBeLessThanOrEqual(LARGEST_SCALE)
      }),
    )
  })
  test('zooming in and out again restores the view', () => {
    const frame = { width: 800, height: 600, top: 0, bottom: 0 }
    const content = fitted(frame, 0.7)
    const start = pageView(content, frame)
    const there = zoomedAround(start, { x: 400, y: 100 }, 3, content, frame)
    expect(zoomedAround(there, { x: 90, y: 500 }, 1 / 3, content, frame)).toEqual(start)
  })
})

describe('moving', () => {
  test('panning leaves no gap at the edge of a zoomed page', () => {
    fc.assert(
      fc.property(frame, proportions, factor, fc.integer(), fc.integer(), (frame, proportions, factor, x, y) => {
        const content = fitted(frame, proportions)
        const zoomed = zoomedAround(pageView(content, frame), { x: 0, y: 0 }, factor, content, frame)
        const view = moved(zoomed, { x, y }, content, frame)
        if (overflow(view, content, frame).x) {
          expect(view.x).toBeLessThanOrEqual(0.001)
          expect(view.x + content.width * view.scale).toBeGreaterThanOrEqual(frame.width - 0.001)
        }
        expect(clamped(view, content, frame)).toEqual(view)
      }),
    )
  })
  test('a released page slows down and stops', () => {
    expect(glided(1000, 0)).toBe(0)
    expect(glided(1000, 0.1) - glided(1000, 0)).toBeGreaterThan(glided(1000, 0.2) - glided(1000, 0.1))
    expect(glided(1000, 5)).toBeCloseTo(260, 3)
  })
  test('brings a hit outside the window into view', () => {
    const frame = { width: 800, height: 600, top: 0, bottom: 0 }
    const content = fitted(frame, 0.7)
    const zoomed = zoomedAround(pageView(content, frame), { x: 0, y: 0 }, 4, content, frame)
    const box = { x: 0.8, y: 0.9, width: 0.05, height: 0.01 }
    const view = bringingIntoSight(zoomed, box, content, frame)
    const left = view.x + box.x * content.width * view.scale
    const top = view.y + box.y * content.height * view.scale
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(800)
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(600)
    expect(bringingIntoSight(view, box, content, frame)).toEqual(view)
  })
})
