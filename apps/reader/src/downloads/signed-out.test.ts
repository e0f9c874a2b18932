import { describe, expect, test } from 'vitest'
import { hidesName, isSignedOut } from './signed-out.ts'

describe('the name of a download', () => {
  test.each([
    [null, undefined, false],
    ['term', true, false],
    ['signed-out', false, true],
    ['other-reader', false, true],
    ['gone', false, false],
    ['gone', true, true],
    ['gone', undefined, true],
  ] as const)('locked by %s, for adults %s: hidden %s', (lock, adult, hidden) => {
    expect(hidesName({ lock, ...(adult === undefined ? {} : { adult }) })).toBe(hidden)
  })
})

test('only the marker of a signed-out page counts, and unavailable storage counts as none', () => {
  expect(isSignedOut({ getItem: () => '1' })).toBe(false)
  expect(isSignedOut({ getItem: () => 'signed-out' })).toBe(true)
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(isSignedOut({ getItem: forbidden })).toBe(false)
})
