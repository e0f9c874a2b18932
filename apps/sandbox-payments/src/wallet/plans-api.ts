import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyOf, pageOf, requestId } from './api-requests.ts'
import { type Plans, planOf } from './plans.ts'
import { Rejected } from './rejected.ts'

type Env = { Bindings: HttpBindings }

/** Returns the routes for products and plans. */
export function plansApi({ plans }: { plans: Plans }): Hono<Env> {
  const app = new Hono<Env>()
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
  return app
}
