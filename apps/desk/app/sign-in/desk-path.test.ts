import { expect, test } from 'vitest'
import { deskPath } from './desk-path.ts'

test.each([
  ['/desk/staff?x=1', '/staff?x=1'],
  ['/staff', '/staff'],
  ['/desk', '/'],
  [null, '/'],
  ['//evil.example', '/'],
  ['/desk//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/sign-in?to=/staff', '/'],
  ['/../user/account?sessionToken=x', '/'],
  ['/%2e%2e/user/account?sessionToken=x', '/'],
  ['/staff/../../user/logout', '/'],
  ['/\t/evil.example', '/'],
  ['/../desk/staff', '/staff'],
  ['/audit?subject=..#2', '/audit?subject=..#2'],
])('%s leads to %s', (to, path) => {
  expect(deskPath(to)).toBe(path)
})
