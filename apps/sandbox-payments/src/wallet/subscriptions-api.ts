import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Row } from '../store.ts'
import { bodyOf, momentOf, pageOf, requestId, untilOf } from './api-requests.ts'
import type { Approvals } from './approvals.ts'
import type { Payments } from './payments.ts'
import { transactionOf } from './present.ts'
import { subscriptionOf } from './present-subscription.ts'
import { Rejected } from './rejected.ts'
import type { Returns } from './returns.ts'
import type { SubscriptionRecords } from './subscription-records.ts'
import type { Subscriptions } from './subscriptions.ts'

type Env = { Bindings: HttpBindings }
type Options = {
  base(): string
  records: SubscriptionRecords
  approvals: Approvals
  subscriptions: Subscriptions
  payments: Payments
  returns: Returns
}

/** Returns the routes for subscriptions and their charges. */
export function subscriptionsApi({ base, records, approvals, subscriptions, payments, returns }: Options): Hono<Env> {
  const app = new Hono<Env>()
  const present = (row: Row) => subscriptionOf(row, { records, payments })

  app.post('/v1/billing/subscriptions', async (context) => {
    const row = approvals.add(await bodyOf(context), { key: requestId(context), language: 'en', merchant: null })
    const links = [{ href: `${base()}/approve/${row.token}`, rel: 'approve', method: 'GET' }]
    return context.json({ ...present(row), links }, 201)
  })
  app.get('/v1/billing/subscriptions', ({ req, json }) => {
    const { page, size } = pageOf(req.query('page'), req.query('page_size'), 10, 20)
    const names = (req.query('plan_ids') ?? '').split(',').filter(Boolean)
    const after = momentOf(req.query('created_after'), 0)
    const before = untilOf(momentOf(req.query('created_before'), Date.now()))
    return json({ subscriptions: records.list({ plans: names, after, before, page, size }).map(present) })
  })
  app.get('/v1/billing/subscriptions/:id', ({ req, json }) => json(present(records.requireSubscription(req.param('id')))))
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
    const row = records.requireSubscription(req.param('id'))
    const from = momentOf(req.query('start_time'))
    const to = untilOf(momentOf(req.query('end_time')))
    const own = payments.chargesOf(String(row.id)).filter(({ told_at: at }) => Number(at) >= from && Number(at) <= to)
    return json({ transactions: own.map((each) => transactionOf(each, row.payer, returns.restOf(each))) })
  })
  return app
}
