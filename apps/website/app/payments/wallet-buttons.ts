import type { WalletAnswer } from './wallet-action.ts'

type Actions = { enable(): void; disable(): void }

/** The documented parts of the wallet's SDK that are used. */
export type WalletSdk = {
  Buttons(options: WalletButtons): { render(place: HTMLElement): Promise<void>; close?(): void }
}
type WalletButtons = {
  style: Record<string, string>
  onInit(data: unknown, actions: Actions): void
  onClick(data: unknown, actions: { resolve(): unknown; reject(): unknown }): unknown
  createSubscription(
    data: unknown,
    actions: { subscription: { create(order: { plan_id: string; custom_id: string }): Promise<string> } },
  ): Promise<string>
  onApprove(data: { subscriptionID?: string; orderID?: string }): Promise<void>
  onCancel(): void
  onError(error: unknown): void
}

/** Environment of the button on its page. */
export type WalletOptions = {
  planId: string
  /** Path to wait at if the approval could not be sent. */
  waiting(approval: string): string
  report(values: Record<string, string>): Promise<WalletAnswer>
  /** Called if the button was clicked without acceptance. */
  onUnaccepted(): void
  /** Called with the reason why the wallet does not open or its approval was not taken; null = the reason no longer applies. */
  onRejected(reason: string | null): void
  /** Called as soon as the wallet reports the approval, which is sent to our server then. */
  onApproved(): void
  /** Called if the buyer cancelled at the wallet or closed its window. */
  onLeft(): void
  onBroken(): void
  goTo(path: string): void
}

/**
 * Creates the wallet's button, disabled until `accept(true)` and again after `accept(false)`. It calls our server before it
 * opens and after the approval.
 */
export function walletButtons(options: WalletOptions): { buttons: WalletButtons; accept(accepted: boolean): void } {
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
      onInit: (_data, buttonActions) => {
        actions = buttonActions
        show()
      },
      onClick: async (_data, { resolve, reject }) => {
        if (!accepted) {
          options.onUnaccepted()
          return reject()
        }
        const answer = await options.report({ step: 'begin' })
        if (!('customId' in answer)) {
          options.onRejected('error' in answer ? answer.error : null)
          return reject()
        }
        customId = answer.customId
        options.onRejected(null)
        return resolve()
      },
      createSubscription: (_data, { subscription }) => subscription.create({ plan_id: options.planId, custom_id: customId }),
      onApprove: async ({ subscriptionID = '', orderID = '' }) => {
        options.onApproved()
        const approved = { step: 'approved', reference: subscriptionID, order: orderID, approval: customId }
        // The payment is approved: after a connection error the waiting page shows its result.
        const answer = await options.report(approved).catch(() => ({ way: options.waiting(customId) }))
        if ('way' in answer) options.goTo(answer.way)
        else options.onRejected('error' in answer ? answer.error : null)
      },
      onCancel: () => options.onLeft(),
      onError: () => options.onBroken(),
    },
  }
}
