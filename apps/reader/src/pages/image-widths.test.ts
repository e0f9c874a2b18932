import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageWidth, MOST_PIXELS } from './image-widths.ts'

test('uses the smallest prerendered image, and a smaller one on a slow connection', () => {
  expect(imageWidth({ shown: 640, density: 1, proportions: 0.7 })).toBe(1240)
  expect(imageWidth({ shown: 640, density: 1, proportions: 0.7, thrifty: true })).toBe(720)
})

test('uses a larger image for dense screens and zoomed pages', () => {
  expect(imageWidth({ shown: 360, density: 3, proportions: 0.7 })).toBe(1240)
  expect(imageWidth({ shown: 640, density: 2, proportions: 0.7 })).toBe(1240)
  expect(imageWidth({ shown: 1280, density: 2, proportions: 0.75 })).toBe(2480)
})

test('limits image size for phones, however long the page', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 10, max: 20_000, noNaN: true }),
      fc.double({ min: 1, max: 4, noNaN: true }),
      fc.double({ min: 0.1, max: 4, noNaN: true }),
      (shown, density, proportions) => {
        const width = imageWidth({ shown, density, proportions })
        expect((width * width) / proportions).toBeLessThanOrEqual(MOST_PIXELS)
      },
    ),
  )
})

test('zooming in never selects a smaller image', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 5000 }), (shown, more) => {
      const width = (shown: number) => imageWidth({ shown, density: 1, proportions: 0.7 })
      expect(width(shown + more)).toBeGreaterThanOrEqual(width(shown))
    }),
  )
})
