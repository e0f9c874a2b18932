import Stripe from 'stripe'
import { limitedFetch } from '../../limited-fetch.ts'

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another host than Stripe's, for tests. */
  host?: { host: string; port: number; protocol: 'http' }
}

/** Timeout of a request, from its start to the end of the response. */
const TIMEOUT_MS = 20_000

/** Returns the library's client with our own transport. */
export function stripeClient({ secretKey, host }: Pick<StripeSettings, 'secretKey' | 'host'>): Stripe {
  const call = limitedFetch()
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // The library's own client waits forever for a response that keeps arriving, and does not limit its length.
    httpClient: Stripe.createFetchHttpClient((address, init) => call(address, { ...init, redirect: 'error' }).then(withError)),
    ...host,
  })
}

/**
 * Returns a response that the library understands: it takes a failure for a success if the JSON, for example of a proxy, has no
 * `error`.
 * @throws TypeError as if the connection had failed
 */
async function withError(response: Response): Promise<Response> {
  if (response.ok) return response
  const text = await response.text()
  if (!/"error"\s*:\s*[{"]/.test(text)) throw new TypeError(`stripe: ${response.status} without an error`)
  return new Response(text, response)
}
