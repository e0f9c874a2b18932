import type { WalletAnswer } from './wallet-action.ts'

type Actions = { enable(): void; disable(): void }

/** What we use of the wallet's own script, as it documents it. */
export type WalletSdk = {
  Buttons(given: WalletButtons): { render(place: HTMLElement): Promise<void>; close?(): void }
}
export type WalletButtons = {
  style: Record<string, string>
  onInit(data: unknown, actions: Actions): void
  onClick(data: unknown, actions: { resolve(): unknown; reject(): unknown }): unknown
  createSubscription(
    data: unknown,
    actions: { subscription: { create(order: { plan_id: string; custom_id: string }): Promise<string> } },
  ): Promise<string>
  onApprove(data: { subscriptionID?: string; orderID?: string }): Promise<void>
  onError(error: unknown): void
}

/** What the button needs of its page. */
export type WalletTill = {
  planId: string
  /** Where the page leads when the approved payment was refused, and where one waits for it when it could not be told. */
  failed: string
  waiting(approval: string): string
  tell(values: Record<string, string>): Promise<WalletAnswer>
  /** It was pressed although nothing is accepted. */
  onUnaccepted(): void
  /** Why it does not open; null = nothing stands in the way. */
  onRefused(why: string | null): void
  onBroken(): void
  lead(way: string): void
}

/**
 * The wallet's button, closed until `accept(true)` and closed again by `accept(false)`: asks us before it opens, tells us
 * when the payment was approved.
 */
export function walletButtons(till: WalletTill): { buttons: WalletButtons; accept(accepted: boolean): void } {
  let accepted = false
  let actions: Actions | null = null
  let customId = ''
  const show = () => (accepted ? actions?.enable() : actions?.disable())
  return {
    accept(now) {
      accepted = now
      show()
    },
    buttons: {
      style: { layout: 'horizontal', tagline: 'false', label: 'paypal', height: '48' },
      onInit: (_data, given) => {
        actions = given
        show()
      },
      onClick: async (_data, { resolve, reject }) => {
        if (!accepted) {
          till.onUnaccepted()
          return reject()
        }
        const answer = await till.tell({ step: 'begin' })
        if (!('customId' in answer)) {
          till.onRefused('refused' in answer ? answer.refused : null)
          return reject()
        }
        customId = answer.customId
        till.onRefused(null)
        return resolve()
      },
      createSubscription: (_data, given) => given.subscription.create({ plan_id: till.planId, custom_id: customId }),
      onApprove: async ({ subscriptionID = '', orderID = '' }) => {
        const told = { step: 'approved', reference: subscriptionID, order: orderID, approval: customId }
        // Approved it is: where the line breaks, the page that waits for it says what becomes of it.
        const answer = await till.tell(told).catch(() => ({ way: till.waiting(customId) }))
        till.lead('way' in answer ? answer.way : till.failed)
      },
      onError: () => till.onBroken(),
    },
  }
}
