import { isTried, type Overview } from './overview-loading.ts'

/** A way of paying: the wallet, the saved payment data, a card or a bank account to be entered. */
export type Way = 'PP' | 'saved' | 'CC' | 'DD'

/** Returns the ways of paying a cart in the order of their display. */
export function waysOf({ cart, wallet, mode }: Pick<Overview, 'cart' | 'wallet' | 'mode'>): Way[] {
  const entered = cart.payPalUpgrade ? [] : (['CC', 'DD'] as const).filter((kind) => cart.methods.includes(kind))
  return [...(wallet ? (['PP'] as const) : []), ...(mode === 'rest' ? (['saved'] as const) : []), ...entered]
}

/** Returns the kind of payment data of an address: `?way=DD`; null = none. */
export function enteredWay({ searchParams }: URL): 'CC' | 'DD' | null {
  const way = searchParams.get('way')
  return way === 'CC' || way === 'DD' ? way : null
}

/**
 * Returns the way that is selected first: one that was left, else the saved payment data, unless a payment has just failed; else
 * new ones, which need no third party's window; else the wallet.
 */
export function firstWay(ways: readonly Way[], { declined, left }: Pick<Overview, 'declined' | 'left'>): Way {
  const preferred: (Way | null)[] = isTried(declined) ? ['CC', 'DD', 'PP', 'saved'] : [left, 'saved', 'CC', 'DD', 'PP']
  return preferred.find((way): way is Way => way !== null && ways.includes(way)) ?? 'CC'
}

/** Returns whether a way of paying debits a bank account, on a later day. */
export function isDebit(way: Way, { lastBillingData }: Overview['cart']): boolean {
  return way === 'DD' || (way === 'saved' && lastBillingData?.paymentMethod === 'DD')
}
