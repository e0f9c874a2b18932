import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { balanceOf } from './balance.ts'
import { booksPage } from './books-page.ts'
import { challengePage, overPage } from './challenge-page.ts'
import { BrokenCall, type ChargeRequested, Conflict, chargesOf } from './charges.ts'
import { clockOf } from './clock.ts'
import type { SandboxConfig } from './config.ts'
import { paymentPage } from './payment-page.ts'
import { isSameSecret } from './same-secret.ts'
import { type SetupRequested, setupsOf, type Typed } from './setups.ts'
import { openStore, type Row } from './store.ts'
import { DAY_MS } from './time.ts'
import { walletActs, walletBooks } from './wallet/books.ts'
import { openWallet } from './wallet/wallet.ts'
import { cardWebhooksOf, type Knobs } from './webhooks.ts'
import type { Language } from './words.ts'

const TICK_MS = 250
const PAGE_ENTRIES = 500
/** Minimum charge, as at real providers. Minor units. */
const SMALLEST_CHARGE_MINOR = 50

/** Starts the sandbox; resolves when it listens. */
export async function openSandbox(options: SandboxConfig) {
  const store = openStore(options.file)
  const clock = clockOf(store)
  let { webhookUrl } = options
  let base = options.publicUrl ?? ''
  const webhooks = cardWebhooksOf({ store, secret: options.webhookSecret, url: () => webhookUrl })
  const charges = chargesOf({ store, clock, webhooks, base: () => base })
  const balance = balanceOf({ store, clock })
  const setups = setupsOf({ store, clock, webhooks })
  const wallet = openWallet({
    store,
    clock,
    key: options.key,
    base: () => `${base}/wallet`,
    // The wallet's webhooks have an address next to that of the card webhooks.
    webhookUrl: () => webhookUrl && new URL('paypal', webhookUrl).href,
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  type Requested = Context<{ Bindings: HttpBindings }>

  // API for merchants.
  app.use('/v1/*', async ({ req, json }, next) => {
    if (!isSameSecret(req.header('authorization') ?? '', `Bearer ${options.key}`)) return json({ error: 'unauthorised' }, 401)
    // Browsers use the address that the merchant uses.
    if (!options.publicUrl) base = new URL(req.url).origin
    charges.processDue()
    balance.payOutWhenDue()
    return next()
  })
  app.use('/wallet/*', ({ req }, next) => {
    if (!options.publicUrl) base = new URL(req.url).origin
    return next()
  })
  app.route('/wallet', wallet.routes)
  app.route('/v1/wallet', walletActs(wallet))
  app.post('/v1/setups', async ({ req, json }) => {
    const requested = (await req.json()) as SetupRequested
    setups.open(requested)
    return json({ id: requested.id, url: `${base}/pay/${requested.id}` })
  })
  app.get('/v1/setups/:id', ({ req, json }) => {
    const setup = setups.find(req.param('id'))
    return setup ? json(setups.stateOf(setup)) : json({ error: 'no such setup' }, 404)
  })
  app.post('/v1/charges', async (context) => {
    const requested = (await context.req.json()) as ChargeRequested
    if (!Number.isInteger(requested.amount) || requested.amount < SMALLEST_CHARGE_MINOR)
      return context.json({ error: 'amount_too_small' }, 400)
    try {
      const { answer, call } = charges.charge(requested)
      if (call === 'slow') await new Promise((resolve) => setTimeout(resolve, options.slowness ?? 3000))
      if (call === 'breaks-after') return dropLine(context)
      return context.json(answer)
    } catch (error) {
      if (error instanceof BrokenCall) return dropLine(context)
      if (error instanceof Conflict) return context.json({ error: 'same attempt, other charge' }, 409)
      throw error
    }
  })
  app.get('/v1/charges/:id', ({ req, json }) => {
    const known = charges.find(req.param('id'))
    return known ? json(known) : json({ error: 'no such charge' }, 404)
  })
  app.post('/v1/charges/:id/ask', async ({ req, json }) => {
    const { returnUrl } = (await req.json()) as { returnUrl: string }
    const requested = charges.requestChallenge(req.param('id'), returnUrl)
    return requested ? json(requested) : json({ error: 'no such charge' }, 404)
  })
  app.post('/v1/charges/:id/cancel', ({ req, json }) => {
    const known = charges.giveUp(req.param('id'))
    return known ? json(known) : json({ error: 'no such charge' }, 404)
  })
  app.post('/v1/charges/:id/back', async ({ req, json }) => {
    const { code } = (await req.json()) as { code: 'returned' | 'disputed' }
    return charges.takeBack(req.param('id'), code) ? json({}) : json({ error: 'no such money' }, 404)
  })
  app.post('/v1/refunds', async ({ req, json }) => {
    try {
      const made = charges.refund((await req.json()) as Parameters<typeof charges.refund>[0])
      return made ? json(made) : json({ error: 'no such charge' }, 404)
    } catch (error) {
      if (error instanceof Conflict) return json({ error: 'same refund, other money' }, 409)
      throw error
    }
  })
  app.get('/v1/movements', ({ req, json }) => {
    const [from, to, after] = ['from', 'to', 'after'].map((name) => Number(req.query(name) ?? 0))
    const rows = balance.entries(from!, to!, after!, PAGE_ENTRIES)
    return json({ movements: rows, next: rows.length === PAGE_ENTRIES ? Number(rows.at(-1)!.id) : null })
  })
  app.get('/v1/balance', ({ json }) => json({ balance: balance.sums() }))
  app.delete('/v1/methods/:reference', ({ req, json }) => {
    store.run('update methods set gone = 1 where reference = ?', req.param('reference'))
    return json({})
  })
  app.post('/v1/clock', async ({ req, json }) => {
    const { at, forward } = (await req.json()) as { at?: string; forward?: number }
    if (at) clock.set(Date.parse(at))
    if (forward) clock.forward(forward)
    processDue()
    return json({ now: new Date(clock.now()).toISOString() })
  })
  app.put('/v1/knobs', async ({ req, json }) => {
    webhooks.setKnobs((await req.json()) as Partial<Knobs>)
    return json(webhooks.knobs())
  })

  // Pages for people.
  app.get('/pay/:id', async ({ req, redirect }) => {
    const setup = setups.find(req.param('id'))
    if (!setup) return overPage('de', null)
    if (setup.state !== 'open') return redirect(setup.returnUrl, 303)
    const problem = req.query('problem')
    const known = problem === 'authentication_failed' || problem === 'abandoned' ? problem : null
    return paymentPage(setup, {}, known ? { number: known } : {})
  })
  app.post('/pay/:id', async ({ req, redirect }) => {
    const setup = setups.find(req.param('id'))
    if (!setup) return overPage('de', null)
    const form = await formOf(req.raw)
    if (setup.state === 'open' && form.cancel) setups.giveUp(setup.id)
    if (setup.state !== 'open' || form.cancel) return redirect(setup.returnUrl, 303)
    const { kind = '', number = '', expiry = '', code = '', iban = '', name = '' } = form
    const typed: Typed = { kind, number, expiry, code, iban, name }
    const submitted = setups.submit(setup, typed)
    if (submitted.next === 'again') return paymentPage(setup, typed, submitted.problems)
    return redirect(submitted.next === 'done' ? setup.returnUrl : `/acs?challenge=${submitted.token}`, 303)
  })
  const openChallenge = (token: string) => store.row("select * from challenges where token = ? and state = 'open'", token)
  app.get('/acs', ({ req }) => showChallenge(req.query('challenge') ?? ''))
  app.post('/acs', async ({ req, redirect }) => {
    const { challenge: token = '', decision } = await formOf(req.raw)
    if (decision !== 'pass' && decision !== 'fail' && decision !== 'abandon') return showChallenge(token)
    const challenge = openChallenge(token)
    if (!challenge) return showChallenge(token)
    return redirect(
      store.inTransaction(() => decide(challenge, decision)),
      303,
    )
  })
  app.get('/', ({ redirect }) => redirect('/books', 302))
  app.get('/health', ({ json }) => json({ status: 'ready' }))
  if (options.books) {
    app.get('/books', () => booksPage({ store, clock, webhooks }))
    app.post('/books', async ({ req, redirect, text }) => {
      if (req.header('sec-fetch-site') !== 'same-origin') return text('foreign origin', 403)
      const form = await formOf(req.raw)
      if (form.forward === 'real') clock.set(Date.now())
      else if (form.forward) clock.forward(Number(form.forward) * DAY_MS)
      if (form.back) charges.takeBack(form.back, form.code === 'disputed' ? 'disputed' : 'returned')
      const typed = (['delay', 'double', 'shuffle', 'drop'] as const).filter((name) => name in form)
      webhooks.setKnobs(Object.fromEntries(typed.map((name) => [name, Math.max(0, Number(form[name]) || 0)])))
      processDue()
      return redirect('/books', 303)
    })
    app.route('/books/wallet', walletBooks(wallet))
  }

  function processDue(): void {
    charges.processDue()
    wallet.subscriptions.processDue()
  }

  /** Applies the decision of a bank authentication. @returns the URL to which the browser is redirected */
  function decide({ token, setup: setupId, attempt_id, behaviour }: Row, decision: 'pass' | 'fail' | 'abandon'): string {
    store.run('update challenges set state = ? where token = ?', decision, token!)
    if (attempt_id) {
      charges.answerChallenge(String(attempt_id), decision)
      return String(store.row('select return_url from charges where attempt_id = ?', attempt_id)!.return_url)
    }
    const setup = setups.find(String(setupId))!
    if (setup.state !== 'open') return setup.returnUrl
    if (decision === 'pass') setups.passChallenge(setup, String(behaviour))
    return decision === 'pass'
      ? setup.returnUrl
      : `/pay/${setup.id}?problem=${decision === 'fail' ? 'authentication_failed' : 'abandoned'}`
  }

  function showChallenge(token: string): Promise<Response> {
    const known = store.row('select * from challenges where token = ?', token)
    if (!known) return overPage('de', null)
    const charge = known.attempt_id ? store.row('select * from charges where attempt_id = ?', known.attempt_id) : undefined
    const method = charge && store.row('select * from methods where reference = ?', charge.method!)
    const setup = known.setup ? setups.find(String(known.setup)) : null
    const language = (setup?.language ?? method?.language ?? 'de') as Language
    const back = String(charge?.return_url ?? setup?.returnUrl)
    if (known.state !== 'open') return overPage(language, back)
    return challengePage({
      token,
      language,
      origin: new URL(back).origin,
      merchant: String(charge?.description ?? setup?.creditor ?? ''),
      money: charge ? { minor: Number(charge.amount), currency: String(charge.currency) } : null,
      masked: String(method?.masked ?? (JSON.parse(String(known.behaviour)) as { masked: string }).masked),
    })
  }

  const server = serve({ fetch: app.fetch, port: options.port, hostname: options.host })
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const { port } = server.address() as { port: number }
  base ||= `http://${options.host}:${port}`
  const ticking = setInterval(() => {
    processDue()
    webhooks.deliver().catch(() => {})
    wallet.webhooks.deliver().catch(() => {})
  }, TICK_MS)

  return {
    port,
    url: () => base,
    /** Sets the target of webhooks from now on. */
    sendWebhooksTo(url: string): void {
      webhookUrl = url
    },
    async close(): Promise<void> {
      clearInterval(ticking)
      await Promise.all([webhooks.settled(), wallet.webhooks.settled()])
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      store.close()
    },
  }

  function dropLine({ env }: Requested): Response {
    env.incoming.socket.destroy()
    return new Response(null)
  }
}

async function formOf(request: Request): Promise<Record<string, string>> {
  const text = await request.text()
  return text.length > 10_000 ? {} : Object.fromEntries(new URLSearchParams(text))
}
