import { expect, test } from 'vitest'
import { following } from './reader-api.ts'

const newest = ['friday', 'thursday', 'wednesday'].map((uid) => ({ uid }))

test.each([
  ['wednesday', 'thursday', 'friday'],
  ['thursday', 'friday', null],
  ['friday', null, null],
  ['an issue of last year', 'friday', null],
])('after %s follows %s, and the latest is %s if it is another one', (uid, next, latest) => {
  const found = following(newest, uid)
  expect([found.next?.uid ?? null, found.latest?.uid ?? null]).toEqual([next, latest])
})

test('a title without issues has none that follows', () => expect(following([], 'friday')).toEqual({ next: null, latest: null }))
