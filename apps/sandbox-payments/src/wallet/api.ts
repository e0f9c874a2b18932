import { createHmac } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isSameSecret } from '../same-secret.ts'
import { HOUR_SECONDS } from '../time.ts'
import { BrokenAfter, Rejected } from './rejected.ts'
import { CERTIFICATE_PATH } from './signature.ts'

/** The only client: its secret is the key of the sandbox. */
const CLIENT_ID = 'client-of-the-sandbox'
const TOKEN_SECONDS = 9 * HOUR_SECONDS

type Env = { Bindings: HttpBindings }
type Options = {
  key: string
  certificate(): string
  processDue(): void
  /** The calls that need an access token. */
  routes: readonly Hono<Env>[]
}

/** Returns the routes of PayPal's API, as far as merchants of subscriptions use them. */
export function walletApi({ key, certificate, processDue, routes }: Options): Hono<Env> {
  const app = new Hono<Env>()

  app.onError((error, context) => {
    if (error instanceof BrokenAfter) {
      ;(context.env as HttpBindings).incoming.socket.destroy()
      return new Response(null)
    }
    if (error instanceof SyntaxError) return context.json(new Rejected(400, 'MALFORMED_REQUEST_JSON').toBody(), 400)
    if (!(error instanceof Rejected)) throw error
    return context.json(error.toBody(), error.status)
  })

  app.get(CERTIFICATE_PATH, ({ text }) => text(certificate()))
  app.post('/v1/oauth2/token', async ({ req, json }) => {
    const authorization = req.header('authorization') ?? ''
    const isAuthorized = isSameSecret(authorization, `Basic ${Buffer.from(`${CLIENT_ID}:${key}`).toString('base64')}`)
    if (!isAuthorized) return json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401)
    return json({
      scope: 'sandbox',
      access_token: newAccess(key),
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: TOKEN_SECONDS,
    })
  })
  for (const each of ['/v1/*', '/v2/*'])
    app.use(each, async ({ req }, next) => {
      if (!isAccess(req.header('authorization') ?? '', key)) throw new Rejected(401, 'INVALID_TOKEN')
      processDue()
      return next()
    })
  for (const each of routes) app.route('/', each)
  return app
}

/** Returns an access token, "1790000000.9f3a…": its expiry in Unix seconds, and a signature. */
const newAccess = (key: string) => accessUntil(Math.floor(Date.now() / 1000) + TOKEN_SECONDS, key)
const accessUntil = (ends: number, key: string) => `${ends}.${createHmac('sha256', key).update(`access ${ends}`).digest('hex')}`

function isAccess(header: string, key: string): boolean {
  const ends = Number(/^Bearer (\d+)\./.exec(header)?.[1] ?? 0)
  return ends > Date.now() / 1000 && isSameSecret(header, `Bearer ${accessUntil(ends, key)}`)
}
