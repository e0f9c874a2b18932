import { importPKCS8, SignJWT } from 'jose'
import { jsonOf } from '../json-answer.ts'

export type ServiceAccount = { client_email: string; private_key: string }

const TOKENS = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher'
const TIMEOUT_MS = 20_000
const RENEWED_EARLY_MS = 60_000

/** Gives the access token of a service account, which is requested again before it expires. */
export function accessTokens({ client_email, private_key }: ServiceAccount, call: typeof fetch) {
  let token: { value: string; ends: number } | null = null

  async function request(): Promise<{ value: string; ends: number }> {
    const key = await importPKCS8(private_key, 'RS256')
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(TOKENS)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
    const response = await call(TOKENS, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`google: the token endpoint answered ${response.status}`)
    const { access_token, expires_in } = (await jsonOf(response, 'google: token')) as {
      access_token: string
      expires_in: number
    }
    return { value: `Bearer ${access_token}`, ends: Date.now() + expires_in * 1000 - RENEWED_EARLY_MS }
  }

  return {
    /** Returns the value of the header `authorization`. */
    async current(): Promise<string> {
      if (!token || token.ends <= Date.now()) token = await request()
      return token.value
    },
    /** The token was rejected. */
    forget(): void {
      token = null
    },
  }
}
