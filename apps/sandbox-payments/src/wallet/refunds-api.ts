import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyOf, requestId } from './api-requests.ts'
import type { Payments } from './payments.ts'
import { capturedRefundOf, refundOf, saleOf } from './present.ts'
import { Rejected } from './rejected.ts'
import type { Returns } from './returns.ts'

type Env = { Bindings: HttpBindings }

/** Returns the routes for charges and their refunds. */
export function refundsApi({ base, payments, returns }: { base(): string; payments: Payments; returns: Returns }): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/v1/payments/sale/:id', ({ req, json }) => {
    const row = payments.requireCharge(req.param('id'))
    return json(saleOf(row, Number(row.amount), base()))
  })
  app.post('/v1/payments/sale/:id/refund', async (context) => {
    const { amount } = await bodyOf<{ amount?: { total?: string; currency?: string } }>(context)
    const requested = amount && { value: amount.total ?? '', currency_code: amount.currency ?? '' }
    const back = returns.refund(context.req.param('id'), requested, requestId(context))
    return context.json(refundOf(back, payments.requireCharge(String(back.charge)), base()), 201)
  })
  app.post('/v2/payments/captures/:id/refund', async (context) => {
    const { amount } = await bodyOf<{ amount?: { value?: string; currency_code?: string } }>(context)
    return context.json(capturedRefundOf(returns.refund(context.req.param('id'), amount, requestId(context)), base()), 201)
  })
  // Charges of subscriptions are sales, whose refunds are only in version 1 of the API.
  app.get('/v2/payments/refunds/:id', () => {
    throw new Rejected(404, 'INVALID_RESOURCE_ID')
  })
  app.get('/v1/payments/refund/:id', ({ req, json }) => {
    const back = returns.find(req.param('id'))
    if (back?.kind !== 'refund') throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return json(refundOf(back, payments.requireCharge(String(back.charge)), base()))
  })
  return app
}
