import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved } from './moved.ts'

const list = [...'abcde'].map((key) => ({ key }))
const letters = (keys: string[], target: string, position: 'before' | 'after') =>
  moved(list, keys, target, position)
    .map(({ key }) => key)
    .join('')

test.each([
  [['a'], 'c', 'before', 'bacde'],
  [['a'], 'e', 'after', 'bcdea'],
  [['e', 'b'], 'a', 'before', 'beacd'],
  [['c'], 'c', 'after', 'abcde'],
  [['a'], 'x', 'before', 'abcde'],
] as const)('%s moves to %s, %s', (keys, target, position, expected) => {
  expect(letters([...keys], target, position)).toBe(expected)
})

test('no entry is lost or doubled', () => {
  fc.assert(
    fc.property(
      fc.subarray([...'abcde']),
      fc.constantFrom(...'abcdex'),
      fc.constantFrom('before', 'after'),
      (keys, target, position) => {
        expect([...letters(keys, target, position as 'before')].sort().join('')).toBe('abcde')
      },
    ),
  )
})
