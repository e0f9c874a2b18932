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
])('%s leads to %s', (to, path) => {
  expect(deskPath(to)).toBe(path)
})
