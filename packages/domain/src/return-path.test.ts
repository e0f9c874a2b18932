import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  '/reader/issues/u1?p=2',
  '/user/payment/overview?id=2',
  '/user/login?redirect=/faq',
  '/user/verifyEmail?token=t',
  '/magazines/logout',
  '/user/register?x=%E0%A4%A',
])('leads on to %s', (path) => {
  expect(returnPath(path)).toBe(path)
})

it.each([
  '//evil.example',
  '/user/logout',
  '/user/logout/?redirect=/faq',
  '/user/%6Cogout',
  '/USER/LogOut',
  '/user//logout',
  '/user/./logout',
  '/user/verify?token=t',
  '/createNewPassword?token=t',
  '/user/disown?token=t',
  '/user/newsletter/unsubscribe?email=mara@example.org',
  '/user/releases/unsubscribe?email=mara@example.org',
  '/user/account/restore?token=t',
  '/user/handover?to=/faq',
  '/faq?sessionToken=t',
  '/?x=1&ssoToken=t',
  '/api/x',
  '/user/%E0%A4%A',
  `/?x=${'a'.repeat(1000)}`,
])('does not lead on to %s', (path) => {
  expect(returnPath(path)).toBeNull()
})
