import { paypalProvider } from '../paypal/paypal-provider.ts'
import type { RequestedPlan } from '../port.ts'
import { walletOfSandbox } from '../settings.ts'
import type { TestSandbox } from './sandbox.ts'

/** Test payers of the sandbox's wallet by result; its page shows the same list. */
export type SandboxPayer =
  | 'pays'
  | 'slow'
  | 'pending'
  | 'first-declined'
  | 'renewals-declined'
  | 'refunds-refused'
  | 'refunds-break'
  | 'other-price'
type WalletAction = 'charge' | 'cancel' | 'suspend' | 'activate' | 'refund' | 'reversal' | 'dispute' | 'won' | 'lost'

/** Connects our real adapter to a sandbox's wallet, with the actions of buyers, banks and the wallet's staff. */
export function sandboxWallet(sandbox: Pick<TestSandbox, 'url' | 'key' | 'command' | 'form'>) {
  const settings = walletOfSandbox(sandbox, 'https://kiosk.example.org')
  const provider = paypalProvider(settings)
  const origin = { origin: 'https://kiosk.example.org' }

  /** Starts an approval, as the wallet's button does. @returns the subscription's id and the token of its page */
  async function begin(of: { planId: string; customId?: string | null }): Promise<{ id: string; token: string }> {
    const order = { plan_id: of.planId, ...(of.customId && { custom_id: of.customId }), language: 'de' }
    const response = await fetch(`${settings.baseUrl}/sdk/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...origin },
      body: JSON.stringify(order),
    })
    if (response.status !== 201) throw new Error(`subscription: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string; token: string }
  }
  type Decision = 'approve' | 'approve-silently' | 'cancel' | 'leave'
  /** @param country country of the payer's address; "" = unknown to the wallet */
  const decide = (token: string, decision: Decision, payer: SandboxPayer = 'pays', country = 'AT') =>
    sandbox.form(`/wallet/approve/${token}`, { decision, payer, country })

  return {
    provider,
    settings,
    begin,
    decide,
    /** Returns the result for the page with the button; null = none yet. */
    async answerOf(token: string): Promise<string | null> {
      const response = await fetch(`${settings.baseUrl}/sdk/subscriptions/${token}`)
      return ((await response.json()) as { answer: string | null }).answer
    },
    /** Approves a subscription without a result for the page. @returns its id */
    async approve(of: { planId: string; customId?: string | null; payer?: SandboxPayer; country?: string }): Promise<string> {
      const { id, token } = await begin(of)
      await decide(token, 'approve-silently', of.payer, of.country)
      return id
    },
    /** @param id of a subscription, charge or dispute @returns id of the created object */
    async act(action: WalletAction, id: string, amount?: number): Promise<string> {
      const response = await sandbox.command('POST', `wallet/${action}/${id}`, amount === undefined ? {} : { amount })
      if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { id: string }).id
    },
    /** Sends a request that the adapter does not have. */
    async ask(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
      const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
      const headers = { authorization: `Basic ${basic}` }
      const token = await fetch(`${settings.baseUrl}/v1/oauth2/token`, { method: 'POST', headers })
      const { access_token: access } = (await token.json()) as { access_token: string }
      const response = await fetch(`${settings.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : {} }
    },
  }
}
export type SandboxWallet = ReturnType<typeof sandboxWallet>

/** Returns the wallet's plan for one of our plans at its regular price. */
export const planOfTest = (changes: Partial<RequestedPlan> = {}): RequestedPlan => ({
  plan: 2,
  voucherCode: null,
  currency: 'EUR',
  regular: 1999,
  reduced: null,
  ...changes,
})
