import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, redone, undone } from './use-history.ts'

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

test('what is typed into one field is undone together', () => {
  let history: Parameters<typeof undone<string>>[0] = { past: [], present: '', future: [] }
  for (const [text, field] of [
    ['a', 'one'],
    ['ab', 'one'],
    ['abc', 'two'],
    ['abcd', undefined],
    ['abcde', undefined],
  ] as const)
    history = changed(history, text, field)
  expect(history.past).toEqual(['', 'ab', 'abc', 'abcd'])
  // After an undo, the same field begins a new step.
  expect(changed(undone(undone(undone(history))), 'x', 'one').past).toEqual(['', 'ab'])
})
