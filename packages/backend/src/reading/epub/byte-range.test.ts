import { expect, test } from 'vitest'
import { byteRange, isUnchanged } from './byte-range.ts'

test.each([
  ['bytes=0-', undefined, { first: 0, last: 99 }],
  ['bytes=10-19', undefined, { first: 10, last: 19 }],
  ['bytes=10-1000', undefined, { first: 10, last: 99 }],
  ['bytes=-5', undefined, { first: 95, last: 99 }],
  ['bytes=-500', undefined, { first: 0, last: 99 }],
  ['bytes=99-', '"a"', { first: 99, last: 99 }],
  ['bytes=100-', undefined, 'unsatisfiable'],
  ['bytes=-0', undefined, 'unsatisfiable'],
  ['bytes=10-19', '"b"', null],
  ['bytes=10-19', 'W/"a"', null],
  ['bytes=19-10', undefined, null],
  ['bytes=0-1,5-6', undefined, null],
  ['bytes=-', undefined, null],
  ['pages=1-2', undefined, null],
] as const)('of 100 bytes, %s with If-Range %s is %j', (range, condition, expected) => {
  const headers = new Headers({ range, ...(condition && { 'if-range': condition }) })
  expect(byteRange(headers, '"a"', 100)).toEqual(expected)
})

test('a version that a browser has is unchanged, also if a proxy made its ETag weak', () => {
  expect(isUnchanged(new Headers({ 'if-none-match': '"x", W/"a"' }), '"a"')).toBe(true)
  expect(isUnchanged(new Headers({ 'if-none-match': '"b"' }), '"a"')).toBe(false)
  expect(isUnchanged(new Headers(), '"a"')).toBe(false)
})
