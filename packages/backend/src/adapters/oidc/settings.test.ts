import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { identityProvidersFrom } from './settings.ts'

const key = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const facebook = { FACEBOOK_CLIENT_ID: '1', FACEBOOK_CLIENT_SECRET: 's' }
const apple = { APPLE_CLIENT_ID: 'c', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k', APPLE_PRIVATE_KEY: key('P-256') }

test('no settings mean no identity provider and no error', () => {
  expect(identityProvidersFrom({}, true)).toEqual({ providers: {}, wrong: [] })
})

test('accepts a complete provider; line breaks of the key may be written as \\n', () => {
  const inOneLine = { ...apple, APPLE_PRIVATE_KEY: apple.APPLE_PRIVATE_KEY.replaceAll('\n', '\\n') }
  for (const options of [apple, inOneLine]) {
    const { providers, wrong } = identityProvidersFrom({ ...facebook, ...options }, true)
    expect(Object.keys(providers)).toEqual(['facebook', 'apple'])
    expect(wrong).toEqual([])
  }
})

test.each([
  ['half of Facebook', { FACEBOOK_CLIENT_ID: '1' }, /FACEBOOK_CLIENT_SECRET/],
  ['half of Apple', { ...apple, APPLE_KEY_ID: undefined }, /APPLE_KEY_ID/],
  ['an invalid key', { ...apple, APPLE_PRIVATE_KEY: 'secret' }, /APPLE_PRIVATE_KEY/],
  ['a key of another curve', { ...apple, APPLE_PRIVATE_KEY: key('P-384') }, /APPLE_PRIVATE_KEY/],
  ['an issuer without https', { ...facebook, FACEBOOK_ISSUER: 'http://issuer.example' }, /FACEBOOK_ISSUER/],
  ['an issuer that is no address', { ...apple, APPLE_ISSUER: 'apple' }, /APPLE_ISSUER/],
])('reports %s', (_, options, named) => {
  const { wrong } = identityProvidersFrom(options, false)
  expect(wrong).toEqual([expect.stringMatching(named)])
  expect(wrong[0]).not.toMatch(/secret|BEGIN/)
})

test('rejects a local provider in production', () => {
  const here = { ...facebook, FACEBOOK_ISSUER: 'http://127.0.0.1:4001' }
  expect(identityProvidersFrom(here, false).providers.facebook).toBeDefined()
  expect(identityProvidersFrom(here, true)).toEqual({ providers: {}, wrong: ['FACEBOOK_ISSUER: must be an https:// address'] })
})
