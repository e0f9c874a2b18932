import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { authenticationsOf } from './authentications.ts'
import { balanceOf } from './balance.ts'
import { books } from './books-page.ts'
import { balanceRoutes, chargeRoutes, setupRoutes, testRoutes } from './card-api.ts'
import { chargeRecordsOf } from './charge-records.ts'
import { chargesOf } from './charges.ts'
import { clockOf } from './clock.ts'
import type { SandboxConfig } from './config.ts'
import { customerPages } from './customer-pages.ts'
import { refundsOf } from './refunds.ts'
import { isSameSecret } from './same-secret.ts'
import { setupsOf } from './setups.ts'
import { openStore } from './store.ts'
import { walletActs, walletBooks } from './wallet/books.ts'
import { openWallet } from './wallet/wallet.ts'
import { cardWebhooksOf } from './webhooks.ts'

const TICK_MS = 250
/** How long a slow charge takes if the settings do not say. */
const SLOWNESS_MS = 3_000

/** Starts the sandbox; resolves when it listens. */
export async function openSandbox(options: SandboxConfig) {
  const store = openStore(options.file)
  const clock = clockOf(store)
  let { webhookUrl } = options
  let base = options.publicUrl ?? ''
  const webhooks = cardWebhooksOf({ store, secret: options.webhookSecret, url: () => webhookUrl })
  const balance = balanceOf({ store, clock })
  const records = chargeRecordsOf({ store, clock, webhooks, balance, base: () => base })
  const charges = chargesOf({ store, clock, records })
  const authentications = authenticationsOf({ store, records })
  const refunds = refundsOf({ store, clock, webhooks, balance })
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
  app.route('/v1', setupRoutes({ setups, base: () => base }))
  app.route('/v1', chargeRoutes({ charges, authentications, refunds, slownessMs: options.slowness ?? SLOWNESS_MS }))
  app.route('/v1', balanceRoutes(balance))
  app.route('/v1', testRoutes({ clock, webhooks, processDue }))
  app.delete('/v1/methods/:reference', ({ req, json }) => {
    store.run('update methods set gone = 1 where reference = ?', req.param('reference'))
    return json({})
  })

  // Pages for people.
  app.route('/', customerPages({ store, setups, authentications }))
  app.get('/', ({ redirect }) => redirect('/books', 302))
  app.get('/health', ({ json }) => json({ status: 'ready' }))
  if (options.books) {
    app.route('/books', books({ store, clock, webhooks, charges, processDue }))
    app.route('/books/wallet', walletBooks(wallet))
  }

  function processDue(): void {
    charges.processDue()
    wallet.charges.processDue()
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
}
