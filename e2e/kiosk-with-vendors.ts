// A second kiosk, with our adapters of Stripe and PayPal, whose calls are answered here. The test simulates the vendors' scripts
// and windows. Sends its address and its signed-in readers to the parent process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { type VendorCall, vendorEdge } from '@kiosk/backend/adapters/payments/testing/vendor-specs'
import { readConfig, root } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'
import { openKiosk } from '../apps/server/src/kiosk.ts'

export type VendorKiosk = { url: string; vendors: string; readers: { session: string; device: string }[] }

const sessions = new Map<string, { return_url: string; paid: boolean }>()
const subscriptions = new Map<string, { plan_id: string; custom_id: string }>()
const card = {
  id: 'pm_1',
  object: 'payment_method',
  type: 'card',
  customer: 'cus_1',
  card: { brand: 'visa', last4: '4242', country: 'AT' },
}

const plan = {
  id: 'P-1',
  status: 'ACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: 'DAY', interval_count: 30 },
      pricing_scheme: { fixed_price: { value: '19.99', currency_code: 'EUR' } },
    },
  ],
}

/** Responses of Stripe and PayPal; `/pretend` simulates their windows in the browser. */
function answer({ method, path, fields }: VendorCall): object | null {
  const id = path.split('/')[path.startsWith('/v1/billing/') ? 4 : -1] ?? path.split('/').at(-1)!
  if (path === '/v1/customers') return { id: 'cus_1', object: 'customer' }
  if (path === '/v1/checkout/sessions') {
    const session = { id: `cs_${sessions.size + 1}`, object: 'checkout.session', client_secret: `cs_${sessions.size + 1}_secret` }
    sessions.set(session.id, { return_url: fields.return_url!, paid: false })
    return session
  }
  if (path.startsWith('/v1/checkout/sessions/')) {
    const isDone = sessions.get(id)?.paid
    const setup_intent = isDone ? { object: 'setup_intent', status: 'succeeded', payment_method: card, mandate: null } : null
    return { id, object: 'checkout.session', status: isDone ? 'complete' : 'open', setup_intent }
  }
  if (path === '/v1/payment_intents') {
    const charge = { amount_received: Number(fields.amount), currency: fields.currency }
    return { id: 'pi_1', object: 'payment_intent', status: 'succeeded', ...charge, metadata: {} }
  }
  if (path === '/v1/oauth2/token') return { access_token: 't', expires_in: 3600 }
  if (path === '/pretend/checkout') {
    const session = sessions.get(fields.secret!.replace('_secret', ''))!
    session.paid = true
    return { url: session.return_url }
  }
  if (path === '/pretend/subscription') {
    const made = { id: `I-${subscriptions.size + 1}` }
    subscriptions.set(made.id, { plan_id: fields.plan_id!, custom_id: fields.custom_id! })
    return made
  }
  if (path === '/v1/billing/plans/P-1') return plan
  if (path === '/v1/billing/subscriptions') return { subscriptions: [...subscriptions.keys()].map((each) => ({ id: each })) }
  const known = subscriptions.get(id)
  if (known && method === 'GET' && path.endsWith('/transactions')) {
    const amount_with_breakdown = { gross_amount: { currency_code: 'EUR', value: '19.99' } }
    return { transactions: [{ id: `T-${id}`, status: 'COMPLETED', time: new Date().toISOString(), amount_with_breakdown }] }
  }
  const subscriber = { shipping_address: { address: { country_code: 'AT' } } }
  return known ? { id, status: 'ACTIVE', subscriber, ...known } : null
}

const port = process.argv[2]!
const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-vendors-'))
const edge = await vendorEdge({
  description: null,
  answer: (call) => {
    const body = answer(call)
    return body ? { body } : { status: 404, body: {} }
  },
})
const settings = readConfig({
  PORT: port,
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAYPAL_CLIENT_ID: 'client-1',
  PAYPAL_CLIENT_SECRET: 's',
  PAYPAL_WEBHOOK_ID: 'W',
  PAYPAL_PLANS: '{"2":"P-1"}',
})
const { card: stripe, wallet } = settings.payments
if (stripe?.is === 'stripe') stripe.host = { host: '127.0.0.1', port: edge.port, protocol: 'http' }
if (wallet) wallet.baseUrl = edge.url
const connection = await connect({ dataDir })
const kiosk = await openKiosk(settings, connection, { bundle: () => import(`${root}apps/website/build/server/index.js`) })
const readers = [await reader(), await reader()]
process.send?.({ url: settings.publicUrl, vendors: edge.url, readers } satisfies VendorKiosk)

async function reader() {
  const { cookie } = await signedIn(connection.db, await createAccount(connection.db))
  const [, session, device] = /session=([^;]+); device=(.+)$/.exec(cookie)!
  return { session: session!, device: device! }
}

process.on('SIGTERM', async () => {
  await kiosk.close()
  edge.close()
  await connection.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
