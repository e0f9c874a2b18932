import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redone, undone } from './use-history.ts'

test('undo and redo lead through the same values in both directions', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.nat(), (values, steps) => {
      let history: Parameters<typeof undone<number>>[0] = { past: values.slice(0, -1), present: values.at(-1)!, future: [] }
      const count = Math.min(steps, values.length - 1)
      for (let step = 0; step < count; step++) history = undone(history)
      expect(history.present).toBe(values.at(-1 - count))
      for (let step = 0; step < count; step++) history = redone(history)
      expect([...history.past, history.present]).toEqual(values)
    }),
  )
  const alone = { past: [], present: 1, future: [] }
  expect([undone(alone), redone(alone)]).toEqual([alone, alone])
})
