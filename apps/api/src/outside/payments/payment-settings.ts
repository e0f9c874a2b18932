import type { PaymentProviders } from './port.ts'
import { type SandboxSettings, sandboxProvider } from './sandbox-provider.ts'

/** What the operator may set, each of them a text or nothing. */
export const paymentVariables = ['PAYMENTS', 'SANDBOX_PAYMENTS_URL', 'SANDBOX_PAYMENTS_KEY', 'SANDBOX_PAYMENTS_SECRET'] as const
type Given = Partial<Record<(typeof paymentVariables)[number], string | undefined>>

/** Who takes the money, as the operator set it up. */
export type PaymentSettings = {
  card: ({ is: 'sandbox'; startsHere: boolean } & SandboxSettings) | null
}
/** Known to everybody: they open a sandbox on this machine. */
const DEVELOPMENT = { key: 'key-of-the-development-sandbox', secret: 'webhooks-of-the-development-sandbox' }

/**
 * Reads what is set; without anything, development takes pretend payments, and nothing is sold elsewhere.
 * @param house where the kiosk is: the sandbox of development stands ten ports further
 * @returns also what is `wrong`, in the operator's words
 */
export function paymentSettingsFrom(
  given: Given,
  house: { environment: 'development' | 'staging' | 'production'; publicUrl: string; port: number },
): { payments: PaymentSettings; wrong: string[] } {
  const wrong: string[] = []
  const wished = given.PAYMENTS ?? (house.environment === 'development' ? 'sandbox' : 'none')
  const payments: PaymentSettings = { card: null }
  if (wished === 'sandbox') {
    if (house.environment === 'production') wrong.push('PAYMENTS: the sandbox moves no money; set stripe or none')
    const host = new URL(house.publicUrl).hostname
    payments.card = {
      is: 'sandbox',
      startsHere: !given.SANDBOX_PAYMENTS_URL,
      url: (given.SANDBOX_PAYMENTS_URL ?? `http://${host}:${house.port === 0 ? 0 : house.port + 10}`).replace(/\/$/, ''),
      key: given.SANDBOX_PAYMENTS_KEY ?? DEVELOPMENT.key,
      webhookSecret: given.SANDBOX_PAYMENTS_SECRET ?? DEVELOPMENT.secret,
    }
  } else if (wished !== 'none') wrong.push('PAYMENTS: sandbox, stripe or none')
  return { payments, wrong }
}

/** The providers behind the settings. */
export function paymentProviders({ card }: PaymentSettings): PaymentProviders {
  return { card: card && sandboxProvider(card), wallet: null, store: null }
}

/** What a page on which one pays may load, frame and post to, beside our own: origins, for its content security policy. */
export type ContentSources = { script: string[]; frame: string[]; connect: string[]; form: string[] }

export function contentSources({ card }: PaymentSettings): ContentSources {
  const sources: ContentSources = { script: [], frame: [], connect: [], form: [] }
  if (card) {
    sources.frame.push(new URL(card.url).origin)
    sources.form.push(new URL(card.url).origin)
  }
  return sources
}
