import { createHmac } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { isSameSecret } from '../same-secret.ts'
import type { Row } from '../store.ts'
import { DAY_MS, HOUR_SECONDS } from '../time.ts'
import type { Payments } from './payments.ts'
import { type Plans, planOf } from './plans.ts'
import { balancesOf, capturedRefundOf, disputeOf, movementOf, refundOf, saleOf, transactionOf } from './present.ts'
import { subscriptionOf } from './present-subscription.ts'
import { BrokenAfter, Rejected } from './rejected.ts'
import { CERTIFICATE_PATH } from './signature.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The only client: its secret is the key of the sandbox. */
const CLIENT_ID = 'client-of-the-sandbox'
const TOKEN_SECONDS = 9 * HOUR_SECONDS
/** The longest period of one request for transactions. */
const LONGEST_PERIOD_MS = 31 * DAY_MS
/** A period that ends now includes the sandbox's present, whose clock may be ahead. */
const PRESENT_MS = 60_000

type Env = { Bindings: HttpBindings }
type Options = {
  key: string
  base(): string
  certificate(): string
  plans: Plans
  subscriptions: Subscriptions
  payments: Payments
}

/** Returns the routes of PayPal's API, as far as merchants of subscriptions use them. */
export function walletApi({ key, base, certificate, plans, subscriptions, payments }: Options): Hono<Env> {
  const app = new Hono<Env>()
  const present = (row: Row) => subscriptionOf(row, { subscriptions, payments })
  const requestId = (context: Context) => context.req.header('paypal-request-id')

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
      subscriptions.processDue()
      return next()
    })

  app.post('/v1/catalogs/products', async (context) => {
    const { name } = await bodyOf<{ name?: string }>(context)
    if (!name) throw new Rejected(400, 'MISSING_REQUIRED_PARAMETER')
    return context.json({ id: plans.addProduct(requestId(context)), name, type: 'DIGITAL' }, 201)
  })
  app.post('/v1/billing/plans', async (context) =>
    context.json(planOf(plans.add(await bodyOf(context), requestId(context))), 201),
  )
  app.get('/v1/billing/plans', ({ req, json }) => {
    const { page, size } = pageOf(req.query('page'), req.query('page_size'), 10, 20)
    const { rows, count } = plans.list(page, size)
    return json({ plans: rows.map(planOf), total_items: count, total_pages: Math.ceil(count / size) })
  })
  app.get('/v1/billing/plans/:id', ({ req, json }) => {
    const row = plans.find(req.param('id'))
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return json(planOf(row))
  })
  app.post('/v1/billing/plans/:id/update-pricing-schemes', async (context) => {
    const { pricing_schemes = [] } = await bodyOf<{ pricing_schemes?: Parameters<Plans['reprice']>[1] }>(context)
    plans.reprice(context.req.param('id'), pricing_schemes)
    return context.body(null, 204)
  })
  for (const [act, status] of [
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
  ] as const)
    app.post(`/v1/billing/plans/:id/${act}`, ({ req, body }) => {
      plans.setStatus(req.param('id'), status)
      return body(null, 204)
    })

  app.post('/v1/billing/subscriptions', async (context) => {
    const row = subscriptions.add(await bodyOf(context), { key: requestId(context), language: 'en', merchant: null })
    const links = [{ href: `${base()}/approve/${row.token}`, rel: 'approve', method: 'GET' }]
    return context.json({ ...present(row), links }, 201)
  })
  app.get('/v1/billing/subscriptions', ({ req, json }) => {
    const { page, size } = pageOf(req.query('page'), req.query('page_size'), 10, 20)
    const names = (req.query('plan_ids') ?? '').split(',').filter(Boolean)
    const after = momentOf(req.query('created_after'), 0)
    const before = untilOf(momentOf(req.query('created_before'), Date.now()))
    return json({ subscriptions: subscriptions.list({ plans: names, after, before, page, size }).map(present) })
  })
  app.get('/v1/billing/subscriptions/:id', ({ req, json }) => json(present(subscriptions.requireSubscription(req.param('id')))))
  for (const act of ['cancel', 'suspend', 'activate'] as const)
    app.post(`/v1/billing/subscriptions/:id/${act}`, async (context) => {
      const { reason = '' } = await bodyOf<{ reason?: string }>(context)
      if (!reason && act !== 'activate') throw new Rejected(400, 'MISSING_REQUIRED_PARAMETER')
      subscriptions.act(context.req.param('id'), act, reason)
      return context.body(null, 204)
    })
  app.post('/v1/billing/subscriptions/:id/revise', async (context) =>
    context.json(present(subscriptions.revise(context.req.param('id'), await bodyOf(context)))),
  )
  app.get('/v1/billing/subscriptions/:id/transactions', ({ req, json }) => {
    const row = subscriptions.requireSubscription(req.param('id'))
    const from = momentOf(req.query('start_time'))
    const to = untilOf(momentOf(req.query('end_time')))
    const own = payments.chargesOf(String(row.id)).filter(({ told_at: at }) => Number(at) >= from && Number(at) <= to)
    return json({ transactions: own.map((each) => transactionOf(each, row.payer, payments.restOf(each))) })
  })

  app.get('/v1/payments/sale/:id', ({ req, json }) => {
    const row = payments.requireCharge(req.param('id'))
    return json(saleOf(row, Number(row.amount), base()))
  })
  app.post('/v1/payments/sale/:id/refund', async (context) => {
    const { amount } = await bodyOf<{ amount?: { total?: string; currency?: string } }>(context)
    const requested = amount && { value: amount.total ?? '', currency_code: amount.currency ?? '' }
    const back = payments.refund(context.req.param('id'), requested, requestId(context))
    return context.json(refundOf(back, payments.requireCharge(String(back.charge)), base()), 201)
  })
  app.post('/v2/payments/captures/:id/refund', async (context) => {
    const { amount } = await bodyOf<{ amount?: { value?: string; currency_code?: string } }>(context)
    return context.json(capturedRefundOf(payments.refund(context.req.param('id'), amount, requestId(context)), base()), 201)
  })
  // Charges of subscriptions are sales, whose refunds are only in version 1 of the API.
  app.get('/v2/payments/refunds/:id', () => {
    throw new Rejected(404, 'INVALID_RESOURCE_ID')
  })
  app.get('/v1/payments/refund/:id', ({ req, json }) => {
    const back = payments.findReturn(req.param('id'))
    if (back?.kind !== 'refund') throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return json(refundOf(back, payments.requireCharge(String(back.charge)), base()))
  })

  app.get('/v1/reporting/transactions', ({ req, json }) => {
    const { page, size } = pageOf(req.query('page'), req.query('page_size'), 100, 500)
    const [from, to] = [momentOf(req.query('start_date')), momentOf(req.query('end_date'))]
    if (to - from > LONGEST_PERIOD_MS) throw new Rejected(400, 'INVALID_REQUEST')
    const [kind, status] = [req.query('transaction_type'), req.query('transaction_status')]
    const all = payments
      .movements(from, untilOf(to))
      .map(movementOf)
      .filter(({ transaction_info: each }) => !kind || each.transaction_event_code === kind)
      .filter(({ transaction_info: each }) => !status || each.transaction_status === status)
    return json({
      transaction_details: all.slice((page - 1) * size, page * size),
      last_refreshed_datetime: new Date().toISOString(),
      page,
      total_items: all.length,
      total_pages: Math.ceil(all.length / size),
    })
  })
  app.get('/v1/reporting/balances', ({ json }) => json(balancesOf(payments.movements(0, Number.POSITIVE_INFINITY))))
  app.get('/v1/customer/disputes', ({ req, json }) => {
    const charge = req.query('disputed_transaction_id')
    return json({
      items: payments
        .disputes()
        .filter((each) => !charge || each.charge === charge)
        .map(disputeOf),
    })
  })
  app.get('/v1/customer/disputes/:id', ({ req, json }) => {
    const row = payments.dispute(req.param('id'))
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return json(disputeOf(row))
  })
  return app
}

async function bodyOf<Body extends object>({ req }: Context): Promise<Body> {
  const text = await req.text()
  return (text ? JSON.parse(text) : {}) as Body
}

/** Parses a timestamp. @param other default @throws Rejected if it is invalid, or missing without a default */
function momentOf(text: string | undefined, other?: number): number {
  const at = Date.parse(text ?? '')
  if (!Number.isNaN(at)) return at
  if (text || other === undefined) throw new Rejected(400, 'INVALID_PARAMETER_SYNTAX')
  return other
}

const untilOf = (time: number) => (time >= Date.now() - PRESENT_MS ? Number.POSITIVE_INFINITY : time)

function pageOf(page: string | undefined, size: string | undefined, usual: number, most: number): { page: number; size: number } {
  const requested = { page: Number(page ?? 1), size: Number(size ?? usual) }
  if (!(requested.page >= 1 && requested.size >= 1 && requested.size <= most)) throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
  return requested
}

/** Returns an access token, "1790000000.9f3a…": its expiry in Unix seconds, and a signature. */
const newAccess = (key: string) => accessUntil(Math.floor(Date.now() / 1000) + TOKEN_SECONDS, key)
const accessUntil = (ends: number, key: string) => `${ends}.${createHmac('sha256', key).update(`access ${ends}`).digest('hex')}`

function isAccess(header: string, key: string): boolean {
  const ends = Number(/^Bearer (\d+)\./.exec(header)?.[1] ?? 0)
  return ends > Date.now() / 1000 && isSameSecret(header, `Bearer ${accessUntil(ends, key)}`)
}
