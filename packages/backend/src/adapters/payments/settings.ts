import { readFileSync } from 'node:fs'
import { apiAddress } from '@kiosk/contract/route'
import { providerWebhook } from '@kiosk/contract/routes'
import { z } from 'zod'
import { text, together } from '../../setting.ts'
import { type GoogleSettings, googleStore } from './google-play/google-play.ts'
import { type PaypalSettings, paypalProvider } from './paypal/paypal-provider.ts'
import type { PaymentProviders } from './port.ts'
import { type SandboxSettings, sandboxProvider } from './sandbox/sandbox-provider.ts'
import type { StripeSettings } from './stripe/client.ts'
import { stripeProvider } from './stripe/stripe-provider.ts'

/** Settings of the operator, as text; all are optional. */
export const PaymentVariables = z.object({
  PAYMENTS: text(
    'payment provider: `sandbox` (a simulated provider for cards, debits and PayPal, started on `PORT` + 10; it shows its test numbers, and its records at `/books` and `/books/wallet`; rejected in production), `stripe` or `none`',
    { shownDefault: '`sandbox` in development, `stripe` with its keys, else `none`' },
  ),
  SANDBOX_PAYMENTS_URL: text('a payment sandbox that runs elsewhere; rejected in production'),
  SANDBOX_PAYMENTS_KEY: text('its key', { secret: true }),
  SANDBOX_PAYMENTS_SECRET: text('the secret of its webhooks', { secret: true }),
  STRIPE_SECRET_KEY: text('cards and SEPA debits: the secret or restricted key', { secret: true }),
  STRIPE_PUBLISHABLE_KEY: text('the key that begins with `pk_`'),
  STRIPE_WEBHOOK_SECRET: text('the secret of the webhook', { secret: true }),
  PAYPAL_CLIENT_ID: text('PayPal: an app with permission for Transaction Search (used by `reconcile`)'),
  PAYPAL_CLIENT_SECRET: text('its secret', { secret: true }),
  PAYPAL_WEBHOOK_ID: text('id of its webhook'),
  PAYPAL_PLANS: text(
    'billing plans as JSON by plan and voucher: `{"2": "P-…", "2+SPRING": "P-…"}`; several are separated by a space, and the first with the current price is sold',
  ),
  PAYPAL_ENVIRONMENT: text('`live` or `sandbox`', { shownDefault: '`live` in production, else `sandbox`' }),
  GOOGLE_PACKAGE: text(
    'Google Play subscriptions: name of the app, which reports its purchases ([ADR-0127](adr/0127-google-play-subscriptions.md))',
  ),
  GOOGLE_PRODUCTS: text('products as JSON by plan: `{"2": "magz"}`'),
  GOOGLE_SERVICE_ACCOUNT: text('path of the key file of the service account'),
  GOOGLE_PUSH_ACCOUNT: text('e-mail address of the account that signs push messages'),
})
export const paymentVariables = PaymentVariables.keyof().options
type Name = (typeof paymentVariables)[number]
type Options = Partial<Record<Name, string | undefined>>

/** The configured payment providers. */
export type PaymentSettings = {
  card: ({ is: 'sandbox'; startsHere: boolean } & SandboxSettings) | ({ is: 'stripe' } & StripeSettings) | null
  wallet: PaypalSettings | null
  store: GoogleSettings | null
}
/** Public default keys of a sandbox on this machine. */
const DEVELOPMENT = { key: 'key-of-the-development-sandbox', secret: 'webhooks-of-the-development-sandbox' }
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
const PAYPAL = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_PLANS'] as const
const GOOGLE = ['GOOGLE_PACKAGE', 'GOOGLE_PRODUCTS', 'GOOGLE_SERVICE_ACCOUNT', 'GOOGLE_PUSH_ACCOUNT'] as const
/** Port of the development sandbox, relative to the server's. */
const FURTHER = 10

type Instance = { environment: 'development' | 'staging' | 'production'; publicUrl: string; port: number }

/**
 * Reads the settings. Without any, development uses the sandbox and other environments sell nothing; keys of Stripe enable
 * Stripe. An incompletely configured provider is not used.
 * @returns also `wrong`: messages for the operator
 */
export function paymentSettingsFrom(options: Options, instance: Instance): { payments: PaymentSettings; wrong: string[] } {
  const wrong: string[] = []
  const usual = options.STRIPE_SECRET_KEY ? 'stripe' : instance.environment === 'development' ? 'sandbox' : 'none'
  const wished = options.PAYMENTS ?? usual
  const payments: PaymentSettings = {
    card: null,
    wallet: walletFrom(options, instance, wrong),
    store: storeFrom(options, instance, wrong),
  }
  if (wished === 'sandbox') payments.card = sandboxFrom(options, instance, wrong)
  else if (wished === 'stripe') payments.card = stripeFrom(options, instance, wrong)
  else if (wished !== 'none') wrong.push('PAYMENTS: set sandbox, stripe or none')
  if (payments.card?.is === 'sandbox') payments.wallet ??= walletOfSandbox(payments.card, instance.publicUrl)
  return { payments, wrong }
}

function sandboxFrom(options: Options, instance: Instance, wrong: string[]): PaymentSettings['card'] {
  if (instance.environment === 'production') wrong.push('PAYMENTS: the sandbox moves no money; set stripe or none')
  const url = options.SANDBOX_PAYMENTS_URL
  if (url && !URL.canParse(url)) wrong.push('SANDBOX_PAYMENTS_URL: set the address of a sandbox, http://…')
  const here = `http://${new URL(instance.publicUrl).hostname}:${instance.port === 0 ? 0 : instance.port + FURTHER}`
  return {
    is: 'sandbox',
    startsHere: !url,
    url: (url ?? here).replace(/\/$/, ''),
    key: options.SANDBOX_PAYMENTS_KEY ?? DEVELOPMENT.key,
    webhookSecret: options.SANDBOX_PAYMENTS_SECRET ?? DEVELOPMENT.secret,
  }
}

/**
 * Returns the settings of a sandbox's wallet: PayPal's API at another URL, with plans created when they are needed.
 * @param kiosk URL of this instance, which distinguishes its plans from those of others
 */
export function walletOfSandbox({ url, key }: { url: string; key: string }, kiosk: string): PaypalSettings {
  const baseUrl = `${url}/wallet`
  return {
    environment: 'sandbox',
    clientId: 'client-of-the-sandbox',
    clientSecret: key,
    webhookId: 'WH-SANDBOX',
    plans: {},
    makesPlansFor: kiosk,
    baseUrl,
    certificates: `${baseUrl}/v1/notifications/certs/`,
    script: `${baseUrl}/sdk/js`,
  }
}

function stripeFrom(options: Options, { environment }: Instance, wrong: string[]): PaymentSettings['card'] {
  const all = together(options, STRIPE, wrong, 'PAYMENTS=stripe')
  if (!all) return null
  const [secretKey, publishableKey, webhookSecret] = all
  if (environment === 'production' && /^[sr]k_test_/.test(secretKey)) {
    wrong.push('STRIPE_SECRET_KEY: this is a key for tests, which moves no money; set the live one')
  }
  if (secretKey.startsWith('pk_')) wrong.push('STRIPE_SECRET_KEY: this is the publishable key')
  if (!publishableKey.startsWith('pk_')) wrong.push('STRIPE_PUBLISHABLE_KEY: set the key that begins with pk_')
  return { is: 'stripe', secretKey, publishableKey, webhookSecret }
}

function walletFrom(options: Options, { environment }: Instance, wrong: string[]): PaypalSettings | null {
  const all = together(options, PAYPAL, wrong)
  if (!all) return null
  const [clientId, clientSecret, webhookId, plans] = all
  const paypalEnvironment = options.PAYPAL_ENVIRONMENT ?? (environment === 'production' ? 'live' : 'sandbox')
  if (paypalEnvironment !== 'live' && paypalEnvironment !== 'sandbox') {
    wrong.push('PAYPAL_ENVIRONMENT: set live or sandbox')
    return null
  }
  if (environment === 'production' && paypalEnvironment === 'sandbox')
    wrong.push('PAYPAL_ENVIRONMENT: the sandbox moves no money; set live')
  return {
    environment: paypalEnvironment,
    clientId,
    clientSecret,
    webhookId,
    plans: textsIn('PAYPAL_PLANS', plans, '{"2": "P-…"}', wrong),
  }
}

function storeFrom(options: Options, { publicUrl }: Instance, wrong: string[]): GoogleSettings | null {
  const all = together(options, GOOGLE, wrong)
  if (!all) return null
  const [packageName, products, file, account] = all
  const serviceAccount = serviceAccountIn(file, wrong)
  if (!serviceAccount) return null
  return {
    packageName,
    products: textsIn('GOOGLE_PRODUCTS', products, '{"2": "magz"}', wrong),
    serviceAccount,
    push: { account, audience: publicUrl + apiAddress(providerWebhook, { provider: 'google' }) },
  }
}

function textsIn(name: string, json: string, example: string, wrong: string[]): Record<string, string> {
  try {
    const read = JSON.parse(json) as Record<string, string>
    const isRight = Object.entries(read).every(([plan, text]) => /^\d+(\+[A-Z0-9-]+)?$/.test(plan) && typeof text === 'string')
    if (isRight && !Array.isArray(read)) return read
  } catch {}
  wrong.push(`${name}: set JSON by plan, like ${example}`)
  return {}
}

/** @param file path of the service account's JSON key file from Google */
function serviceAccountIn(file: string, wrong: string[]): GoogleSettings['serviceAccount'] | null {
  try {
    const { client_email, private_key } = JSON.parse(readFileSync(file, 'utf8')) as GoogleSettings['serviceAccount']
    if (client_email && private_key) return { client_email, private_key }
  } catch {}
  wrong.push('GOOGLE_SERVICE_ACCOUNT: set the path of the JSON file with client_email and private_key')
  return null
}

/** Creates the providers from the settings. */
export function paymentProviders({ card, wallet, store }: PaymentSettings): PaymentProviders {
  return {
    card: card && (card.is === 'sandbox' ? sandboxProvider(card) : stripeProvider(card)),
    wallet: wallet && paypalProvider(wallet),
    store: store && googleStore(store),
  }
}
