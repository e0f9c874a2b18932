import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE } from '@kiosk/contract/route'
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { openidProvider } from '../openid-provider.ts'
import { identityProvidersFrom } from '../settings.ts'

// OpenID Connect provider for tests: runs on loopback with its own login form, and acts as Facebook and as Apple.

type Claims = Record<string, unknown>
export type TestProvider = Awaited<ReturnType<typeof testProvider>>

const SECRET = 'a secret that only the kiosk and its provider know'
const TEAM = { APPLE_CLIENT_ID: 'apple-client', APPLE_TEAM_ID: 'TEAM123456', APPLE_KEY_ID: 'KEY1234567' }

/**
 * @param publicUrl URL of the kiosk. Users are identified by the name that they type, with any password. A name that is not in
 * `people` has the address name@example.org, verified unless the name begins with "unproved-".
 * @param at `host`: must be that of `publicUrl` if a browser posts the response, because cookies over plain HTTP stay on one site
 */
export async function testProvider(publicUrl: string, at: { host?: string; port?: number } = {}) {
  const people = new Map<string, Claims>()
  const team = await generateKeyPair('ES256', { extractable: true })
  let keys = await newKeys()
  let changeIdToken: ((idToken: string) => string | Promise<string>) | undefined
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const applesSecrets: JWTPayload[] = []

  const server = createServer((request, response) => answer(giveIdToken(request), response))
  server.listen(at.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://${at.host ?? '127.0.0.1'}:${port}`

  function open(): void {
    const client = (name: string, secret: string) => ({
      client_id: `${name}-client`,
      client_secret: secret,
      redirect_uris: [`${publicUrl}${API_BASE}websession/${name}`],
      token_endpoint_auth_method: 'client_secret_post' as const,
    })
    const configuration: Configuration = {
      clients: [client('facebook', SECRET), client('apple', 'signed for each exchange')],
      jwks: { keys: [keys] },
      scopes: ['openid', 'email', 'name'],
      claims: { openid: ['sub', 'given_name', 'family_name'], email: ['email', 'email_verified', 'is_private_email'] },
      conformIdTokenClaims: false,
      pkce: { required: () => false },
      ttl: { AccessToken: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
      cookies: { keys: ['of a test'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...claimsOf(sub) }) }),
    }
    const provider = new Provider(issuer, configuration)
    provider.Client.prototype.compareClientSecret = async function (secret: string) {
      if (this.clientId === 'facebook-client') return secret === SECRET
      const { payload } = await jwtVerify(secret, team.publicKey, {
        issuer: TEAM.APPLE_TEAM_ID,
        audience: issuer,
        subject: this.clientId,
      })
      applesSecrets.push(payload)
      return true
    }
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string } | undefined
      if (changeIdToken && body?.id_token) body.id_token = await changeIdToken(body.id_token)
    })
    answer = provider.callback()
  }

  function claimsOf(login: string): Claims {
    return people.get(login) ?? { email: `${login}@example.org`, email_verified: !login.startsWith('unproved-') }
  }

  open()
  const variables = {
    FACEBOOK_CLIENT_ID: 'facebook-client',
    FACEBOOK_CLIENT_SECRET: SECRET,
    FACEBOOK_ISSUER: issuer,
    ...TEAM,
    APPLE_PRIVATE_KEY: await exportPKCS8(team.privateKey),
    APPLE_ISSUER: issuer,
    APPLE_APP_IDS: 'org.example.kiosk',
  }
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = variables
  return {
    issuer,
    people,
    applesSecrets,
    /** Environment variables for the kiosk. */
    variables,
    /** The providers that the kiosk would create from its settings, except that unknown keys are requested at once. */
    providers: {
      facebook: openidProvider(
        'facebook',
        { issuer, clientId: variables.FACEBOOK_CLIENT_ID, clientSecret: SECRET },
        { keysAtMostEvery: 0 },
      ),
      apple: openidProvider(
        'apple',
        { issuer, clientId: TEAM.APPLE_CLIENT_ID, teamId, keyId, privateKey, appIds: [variables.APPLE_APP_IDS] },
        { keysAtMostEvery: 0 },
      ),
    },
    fromSettings: () => identityProvidersFrom(variables, false),
    async rotateKeys() {
      keys = await newKeys()
      open()
    },
    /** Sets a function that changes the id tokens of the token endpoint; undefined = unchanged. */
    meddle(change: typeof changeIdToken) {
      changeIdToken = change
    },
    /** Returns an id token signed by the provider; `claims` and `header` replace the default ones. */
    async idToken(claims: JWTPayload, key: JWK = keys, header: object = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ iss: issuer, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid!, ...header })
        .sign(await importJWK(key, 'RS256'))
    },
    newKeys,
    async close() {
      server.close()
      server.closeAllConnections()
    },
    async reopen() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    signIn,
  }
}

/** Apple returns an id token even without the scope `openid`. */
function giveIdToken(request: IncomingMessage): IncomingMessage {
  if (request.url?.startsWith('/auth?')) request.url = request.url.replace('scope=name+email', 'scope=openid+name+email')
  return request
}

let made = 0
async function newKeys(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: `key-${++made}`, use: 'sig', alg: 'RS256' }
}

/** How the provider returns the browser: by a redirect, or by a self-submitting form with these fields. */
export type Returned = { address: URL; form: Record<string, string> | null }

/** Signs in at the provider as `login`, consents and follows the redirects back. `login` null = refuses. */
export async function signIn(address: string | URL, login: string | null): Promise<Returned> {
  const jar = new Map<string, string>()
  const { origin } = new URL(address)
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(address) }
  for (let steps = 0; steps < 12; steps++) {
    if (next.url.origin !== origin) return { address: next.url, form: null }
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((each) => each.join('=')).join('; ') },
      ...(next.form && { method: 'POST', body: next.form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s) as [string, string]
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const to = response.headers.get('location')
    const page = await response.text()
    if (to) {
      next = { url: new URL(to, next.url) }
      continue
    }
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`the provider says ${response.status}: ${page.slice(0, 300)}`)
    const fields = Object.fromEntries(
      [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    )
    const url = new URL(action.replaceAll('&amp;', '&'), next.url)
    if (url.origin !== origin) return { address: url, form: fields }
    const cancel = /href="([^"]+\/abort)"/.exec(page)?.[1]
    if (login === null && cancel) next = { url: new URL(cancel, next.url) }
    else
      next = {
        url,
        form: new URLSearchParams({ ...fields, ...(fields.prompt === 'login' && { login: login ?? '', password: 'x' }) }),
      }
  }
  throw new Error('the provider redirects in a loop')
}
