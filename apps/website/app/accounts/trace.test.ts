import { expect, it } from 'vitest'
import { traceIn } from './trace.ts'

it.each([
  ['/', {}],
  ['/?utm_source=a&utm_medium=b&other=c', { utm_source: 'a', utm_medium: 'b' }],
  ['/user/login?redirect=%2F%3Futm_source%3Da', { utm_source: 'a' }],
  ['/user/login?utm_source=own&redirect=%2F%3Futm_source%3Da%26utm_campaign%3Dd', { utm_source: 'own', utm_campaign: 'd' }],
  ['/user/login?redirect=%2F%2Fevil.example%3Futm_source%3Da', {}],
  ['/user/register?referrer=https%3A%2F%2Fblog.example%2Fpost', { referrer: 'https://blog.example/post' }],
])('of %s travels %o', (path, trace) => {
  expect(traceIn(path)).toEqual(trace)
})

it('what is longer than any campaign is cut', () => {
  expect(traceIn(`/?utm_source=${'x'.repeat(5000)}`).utm_source).toHaveLength(300)
})
