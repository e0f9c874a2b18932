import { addressOf } from '@kiosk/domain/addresses'
import type { Access } from '@kiosk/domain/reading/endpoints'
import type { ReaderData } from '../shell/reader-data.ts'

/** A link of a gate; `words` is a message key. */
type GateLink = { words: string; href: string }

/**
 * What opens the rest of an issue: an account or a subscription, and for visitors the login. Each leads
 * back to `back`, the place in the issue where the gate was met.
 */
export function gateLinks(because: Access['because'], account: boolean, back: string): [GateLink, ...GateLink[]] {
  const values = { redirect: back }
  const open =
    because === 'subscribe'
      ? { words: 'READER.GATE_SUBSCRIBE_GO', href: addressOf('subscriptions', values) }
      : { words: 'READER.GATE_REGISTER_GO', href: addressOf('register', values) }
  return account ? [open] : [open, { words: 'READER.GATE_LOGIN', href: addressOf('login', values) }]
}

/** Message and values of what the cheapest subscription costs; `price` is embedded in the document. */
export function priceWords(price: NonNullable<ReaderData['price']>): [key: string, values: Record<string, string | number>] {
  return price.charges === null
    ? ['READER.GATE_PRICE', { price: price.regular }]
    : ['READER.GATE_PRICE_OFFER', { count: price.charges, price: price.reduced, regular: price.regular }]
}
