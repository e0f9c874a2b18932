import { describe, expect, test } from 'vitest'
import { hidesName, isSignedOut } from './signed-out.ts'

describe('the name of a copy', () => {
  test.each([
    [null, undefined, false],
    ['term', true, false],
    ['signed-out', false, true],
    ['other-reader', false, true],
    ['gone', false, false],
    ['gone', true, true],
    ['gone', undefined, true],
  ] as const)('locked by %s, for adults %s: kept back %s', (lock, adult, hidden) => {
    expect(hidesName({ lock, ...(adult === undefined ? {} : { adult }) })).toBe(hidden)
  })
})

test('only the mark of a page without anybody signed in counts, and forbidden storage says nothing', () => {
  expect(isSignedOut({ getItem: () => '1' })).toBe(false)
  expect(isSignedOut({ getItem: () => 'signed-out' })).toBe(true)
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(isSignedOut({ getItem: forbidden })).toBe(false)
})
