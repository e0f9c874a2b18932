import { jsonIn, jsonOf } from '../json-answer.ts'

const TIMEOUT_MS = 20_000
/** Time before its expiry at which a token is renewed. */
const RENEWED_EARLY_MS = 60_000

/**
 * Sends a call with a valid token.
 * @param key idempotency key
 * @returns null if PayPal does not know the object
 * @throws WrongAnswer for every other response that is not a success
 */
export type AskPaypal = <Answer>(method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<Answer | null>
type Options = { base: string; clientId: string; clientSecret: string; fetch: typeof fetch }

/** Connects to PayPal's API; requests a token when one is needed, and keeps it until it expires. */
export function paypalClient({ base, clientId, clientSecret, fetch: call }: Options): AskPaypal {
  let token: { value: string; ends: number } | null = null

  async function authorisation(): Promise<string> {
    if (token && token.ends > Date.now()) return token.value
    const answer = await call(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`paypal: the token endpoint answered ${answer.status}`)
    const { access_token, expires_in } = (await jsonOf(answer, 'paypal: token')) as {
      access_token: string
      expires_in: number
    }
    token = { value: `Bearer ${access_token}`, ends: Date.now() + expires_in * 1000 - RENEWED_EARLY_MS }
    return token.value
  }

  return async function ask<Answer>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer | null> {
    const send = (authorization: string) =>
      call(`${base}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...(key && { 'paypal-request-id': key }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const used = await authorisation()
    let answer = await send(used)
    if (answer.status === 401) {
      // A token can expire early: PayPal may revoke it, or the clocks differ. A rejected request has had no effect.
      await answer.body?.cancel()
      if (token?.value === used) token = null
      answer = await send(await authorisation())
    }
    if (answer.status === 204) return {} as Answer
    if (answer.ok) return (await jsonOf(answer, `paypal: ${withoutIds(path)}`)) as Answer
    if (answer.status === 401) token = null
    const error = jsonIn(await answer.text()) as { name?: unknown } | null
    // A proxy or a wrong address answers 404 as well, but not with the name of an error.
    if (answer.status === 404 && typeof error?.name === 'string') return null
    throw new WrongAnswer(answer.status, path)
  }
}

/** PayPal rejected a call or failed. */
export class WrongAnswer extends Error {
  readonly status: number
  constructor(status: number, path: string) {
    super(`paypal: ${withoutIds(path)} answers ${status}`)
    this.status = status
  }
}

function withoutIds(path: string): string {
  return path.split('?')[0]!.replace(/[^/]*-[^/]*/g, '…')
}
