import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_PIXELS, pictureWidth } from './picture-widths.ts'

test('the picture that lies ready is the smallest one taken, on a slow line a smaller one', () => {
  expect(pictureWidth({ shown: 640, density: 1, proportions: 0.7 })).toBe(1240)
  expect(pictureWidth({ shown: 640, density: 1, proportions: 0.7, thrifty: true })).toBe(720)
})

test('a sharper screen and an enlarged page take a larger picture', () => {
  expect(pictureWidth({ shown: 360, density: 3, proportions: 0.7 })).toBe(1240)
  expect(pictureWidth({ shown: 640, density: 2, proportions: 0.7 })).toBe(1240)
  expect(pictureWidth({ shown: 1280, density: 2, proportions: 0.75 })).toBe(2480)
})

test('no picture is larger than a phone bears, however long the page', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 10, max: 20_000, noNaN: true }),
      fc.double({ min: 1, max: 4, noNaN: true }),
      fc.double({ min: 0.1, max: 4, noNaN: true }),
      (shown, density, proportions) => {
        const width = pictureWidth({ shown, density, proportions })
        expect((width * width) / proportions).toBeLessThanOrEqual(MOST_PIXELS)
      },
    ),
  )
})

test('more enlargement never takes a smaller picture', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 5000 }), (shown, more) => {
      const width = (shown: number) => pictureWidth({ shown, density: 1, proportions: 0.7 })
      expect(width(shown + more)).toBeGreaterThanOrEqual(width(shown))
    }),
  )
})
