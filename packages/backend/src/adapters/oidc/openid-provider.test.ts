import { createPublicKey } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_ORIGIN } from '../../testing/api.ts'
import { openidProvider } from './openid-provider.ts'
import { type TestProvider, testProvider } from './testing/oidc-server.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await testProvider(TEST_ORIGIN)
})
afterAll(() => provider.close())

const claims: JWTPayload = { sub: 'mira', aud: 'facebook-client', email: 'mira@example.org', email_verified: true }
const identityOf = async (changed: JWTPayload, nonce?: string) =>
  provider.providers.facebook.identityOfToken(await provider.idToken({ ...claims, ...changed }), nonce)

test('reads the identity from an id token', async () => {
  expect(await identityOf({ given_name: 'Mira', family_name: 'Holm' })).toEqual({
    provider: 'facebook',
    subject: 'mira',
    email: 'mira@example.org',
    emailVerified: true,
    privateRelay: false,
    firstname: 'Mira',
    lastname: 'Holm',
  })
  expect(await identityOf({ aud: ['facebook-client', 'another'], azp: 'facebook-client' })).toMatchObject({ subject: 'mira' })
  expect(await identityOf({ nonce: 'of this login' }, 'of this login')).toMatchObject({ subject: 'mira' })
})

test.each<[string, JWTPayload]>([
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['asked for by another client', { aud: ['facebook-client', 'another'], azp: 'another' }],
  ['for several clients, without the one that asked for it', { aud: ['facebook-client', 'another'] }],
  ['of another login', { nonce: 'of another login' }],
  ['of no login', { nonce: undefined }],
  ['that names nobody', { sub: '' }],
  ['of too long a name', { sub: 'x'.repeat(256) }],
])('rejects an id token %s', async (_, changed) => {
  const nonce = 'nonce' in changed ? 'of this login' : undefined
  await expect(identityOf(changed, nonce)).rejects.toThrow()
})

test('accepts only signatures by the published keys, not by a shared secret', async () => {
  const secret = new TextEncoder().encode(provider.variables.FACEBOOK_CLIENT_SECRET)
  const token = await new SignJWT({ ...claims, iss: provider.issuer })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(secret)
  await expect(provider.providers.facebook.identityOfToken(token)).rejects.toThrow(/alg/)
})

test('accepts no signature that is made with the public key as a shared secret', async () => {
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: [JWK] }
  const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  for (const secret of [pem.toString(), pem.toString().trim(), JSON.stringify(keys[0]), keys[0].n!]) {
    const token = await new SignJWT({ ...claims, iss: provider.issuer })
      .setProtectedHeader({ alg: 'HS256', kid: keys[0].kid! })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret))
    await expect(provider.providers.facebook.identityOfToken(token)).rejects.toThrow(/alg/)
  }
})

test('accepts a boolean as text and treats anything else as false', async () => {
  for (const [claimed, meant] of [
    ['true', true],
    ['false', false],
    [1, false],
    [null, false],
  ] as const)
    expect((await identityOf({ email_verified: claimed })).emailVerified).toBe(meant)
})

/** Serves only a discovery document and an empty list of keys, and records the requested URLs. */
async function telling(document: (issuer: string) => object) {
  const requested: string[] = []
  const server: Server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const issuer = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(request.url === '/keys' ? { keys: [] } : { issuer, jwks_uri: `${issuer}/keys`, ...document(issuer) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, requested, close: () => server.close() }
}

test('starts a login with a discovery document as short as Facebook’s', async () => {
  const short = await telling((issuer) => ({ authorization_endpoint: `${issuer}/dialog/oauth/` }))
  const facebook = openidProvider('facebook', { issuer: short.issuer, clientId: 'c', clientSecret: 's' })
  const handshake = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), redirectUri: `${TEST_ORIGIN}/back` }
  const address = await facebook.authorizationUrl(handshake)
  expect(address.pathname).toBe('/dialog/oauth/')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    scope: 'openid email',
    code_challenge_method: 'S256',
    nonce: 'n',
  })
  expect(address.href).not.toContain('vvv')
  await facebook.authorizationUrl(handshake)
  expect(short.requested).toEqual(['/.well-known/openid-configuration'])
  short.close()
})

test('rejects a discovery document of another issuer', async () => {
  const lying = await telling(() => ({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/' }))
  const facebook = openidProvider('facebook', { issuer: lying.issuer, clientId: 'c', clientSecret: 's' })
  await expect(facebook.authorizationUrl({ state: 's', nonce: 'n', verifier: 'v', redirectUri: TEST_ORIGIN })).rejects.toThrow()
  lying.close()
})

test('limits key requests to the provider caused by invented keys', async () => {
  const counting = await telling(() => ({}))
  const facebook = openidProvider('facebook', { issuer: counting.issuer, clientId: 'facebook-client', clientSecret: 's' })
  const invented = await provider.newKeys()
  for (let times = 0; times < 5; times++)
    await expect(
      facebook.identityOfToken(await provider.idToken({ ...claims, iss: counting.issuer }, invented)),
    ).rejects.toThrow()
  expect(counting.requested.filter((path) => path === '/keys')).toHaveLength(1)
  counting.close()
})
