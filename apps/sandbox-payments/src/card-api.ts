import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Authentications } from './authentications.ts'
import type { Balance } from './balance.ts'
import type { ChargeRequested } from './charge-records.ts'
import { BrokenCall, type Charges } from './charges.ts'
import type { Clock } from './clock.ts'
import { Conflict } from './conflict.ts'
import type { RefundRequested, Refunds } from './refunds.ts'
import type { SetupRequested, Setups } from './setups.ts'
import type { CardWebhooks, Knobs } from './webhooks.ts'

/** Minimum charge, as at real providers. Minor units. */
const SMALLEST_CHARGE_MINOR = 50
const PAGE_ENTRIES = 500

type Env = { Bindings: HttpBindings }
type ChargeOptions = { charges: Charges; authentications: Authentications; refunds: Refunds; slownessMs: number }

/** Returns the routes by which a merchant opens and reads setups. `base`: origin of the pages for its customers. */
export function setupRoutes({ setups, base }: { setups: Setups; base(): string }): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/setups', async ({ req, json }) => {
    const requested = (await req.json()) as SetupRequested
    setups.open(requested)
    return json({ id: requested.id, url: `${base()}/pay/${requested.id}` })
  })
  app.get('/setups/:id', ({ req, json }) => {
    const setup = setups.find(req.param('id'))
    return setup ? json(setups.stateOf(setup)) : json({ error: 'no such setup' }, 404)
  })
  return app
}

/** Returns the routes by which a merchant reads what the provider has booked. */
export function balanceRoutes(balance: Balance): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/movements', ({ req, json }) => {
    const [from, to, after] = ['from', 'to', 'after'].map((name) => Number(req.query(name) ?? 0))
    const rows = balance.entries(from!, to!, after!, PAGE_ENTRIES)
    return json({ movements: rows, next: rows.length === PAGE_ENTRIES ? Number(rows.at(-1)!.id) : null })
  })
  app.get('/balance', ({ json }) => json({ balance: balance.sums() }))
  return app
}

/** Returns the routes by which tests set the clock, and how webhooks fail. `processDue`: does what is due at the new time. */
export function testRoutes({
  clock,
  webhooks,
  processDue,
}: {
  clock: Clock
  webhooks: CardWebhooks
  processDue(): void
}): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/clock', async ({ req, json }) => {
    const { at, forward } = (await req.json()) as { at?: string; forward?: number }
    if (at) clock.set(Date.parse(at))
    if (forward) clock.forward(forward)
    processDue()
    return json({ now: new Date(clock.now()).toISOString() })
  })
  app.put('/knobs', async ({ req, json }) => {
    webhooks.setKnobs((await req.json()) as Partial<Knobs>)
    return json(webhooks.knobs())
  })
  return app
}

/** Returns the routes for charges and refunds. `slownessMs`: how long a slow charge takes. */
export function chargeRoutes({ charges, authentications, refunds, slownessMs }: ChargeOptions): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/charges', async (context) => {
    const requested = (await context.req.json()) as ChargeRequested
    if (!Number.isInteger(requested.amount) || requested.amount < SMALLEST_CHARGE_MINOR)
      return context.json({ error: 'amount_too_small' }, 400)
    try {
      const { answer, call } = charges.charge(requested)
      if (call === 'slow') await new Promise((resolve) => setTimeout(resolve, slownessMs))
      if (call === 'breaks-after') return dropConnection(context)
      return context.json(answer)
    } catch (error) {
      if (error instanceof BrokenCall) return dropConnection(context)
      if (error instanceof Conflict) return context.json({ error: 'same attempt, other charge' }, 409)
      throw error
    }
  })
  app.get('/charges/:id', ({ req, json }) => {
    const known = charges.find(req.param('id'))
    return known ? json(known) : json({ error: 'no such charge' }, 404)
  })
  app.post('/charges/:id/ask', async ({ req, json }) => {
    const { returnUrl } = (await req.json()) as { returnUrl: string }
    const requested = authentications.start(req.param('id'), returnUrl)
    return requested ? json(requested) : json({ error: 'no such charge' }, 404)
  })
  app.post('/charges/:id/cancel', ({ req, json }) => {
    const known = authentications.giveUp(req.param('id'))
    return known ? json(known) : json({ error: 'no such charge' }, 404)
  })
  app.post('/charges/:id/back', async ({ req, json }) => {
    const { code } = (await req.json()) as { code: 'returned' | 'disputed' }
    return charges.takeBack(req.param('id'), code) ? json({}) : json({ error: 'no such money' }, 404)
  })
  app.post('/refunds', async ({ req, json }) => {
    try {
      const made = refunds.refund((await req.json()) as RefundRequested)
      return made ? json(made) : json({ error: 'no such charge' }, 404)
    } catch (error) {
      if (error instanceof Conflict) return json({ error: 'same refund, other money' }, 409)
      throw error
    }
  })
  return app
}

function dropConnection({ env }: Context<Env>): Response {
  env.incoming.socket.destroy()
  return new Response(null)
}
