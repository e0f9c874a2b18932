import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { DAY_MS } from '../time.ts'
import { momentOf, pageOf, untilOf } from './api-requests.ts'
import type { Disputes } from './disputes.ts'
import type { Payments } from './payments.ts'
import { balancesOf, disputeOf, movementOf } from './present.ts'
import { Rejected } from './rejected.ts'

/** The longest period of one request for transactions. */
const LONGEST_PERIOD_MS = 31 * DAY_MS

type Env = { Bindings: HttpBindings }

/** Returns the routes for the movements of the account, its balance and its disputes. */
export function reportsApi({ payments, disputes }: { payments: Payments; disputes: Disputes }): Hono<Env> {
  const app = new Hono<Env>()
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
    const items = disputes.latest().filter((each) => !charge || each.charge === charge)
    return json({ items: items.map(disputeOf) })
  })
  app.get('/v1/customer/disputes/:id', ({ req, json }) => {
    const row = disputes.find(req.param('id'))
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return json(disputeOf(row))
  })
  return app
}
