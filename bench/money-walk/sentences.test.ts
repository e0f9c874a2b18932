// The walk reads e-mails by patterns. If texts of the product change, this test fails; otherwise the walk would compare nothing.
import {
  dunningEmailMessages,
  operatorActionEmailMessages,
  paymentEmailMessages,
  priceEmailMessages,
  subscriptionEmailMessages,
} from '@kiosk/backend/billing/emails/messages'
import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { sentencesIn } from './sentences.ts'

const words: Record<string, string> = {
  ...subscriptionEmailMessages.de,
  ...priceEmailMessages.de,
  ...dunningEmailMessages.de,
  ...paymentEmailMessages.de,
  ...operatorActionEmailMessages.de,
}
const VALUES: Record<string, string> = {
  plan: 'read-it MAGZ',
  day: '2. Jänner 2027',
  end: '2. Jänner 2027',
  at: '3. Dezember 2026 um 14:05',
  to: 'read-it MAGZ',
  price: '1.234,50 €',
  amount: '1.234,50 €',
  old: '9,99 €',
  contract: 'V-000025',
  method: 'Visa •••• 4242',
  until: '31. Jänner 2027',
}
/** Returns sentences of the product with values filled in. */
function say(...keys: string[]): string {
  return keys.map((key) => words[`EMAIL.${key}`]!.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? name)).join(' ')
}

const NEXT = Date.UTC(2027, 0, 2) / DAY_MS
const EVER = Number.POSITIVE_INFINITY
const on = (amount: number) => [{ from: NEXT, until: NEXT, amount }]
const since = (amount: number, from = NEXT) => [{ from, until: EVER, amount }]
const open = [{ from: 0, until: EVER, amount: null }]

test.each<[string[], { from: number; until: number; amount: number | null }[]]>([
  [['invoice.NEXT'], on(123_450)],
  [['cancellation-taken-back.NEXT'], on(123_450)],
  [['debit-announced.BODY'], on(123_450)],
  [['mandate-gone.NEXT'], on(123_450)],
  [['price-cut.BODY'], since(123_450)],
  [['price-agreed.BODY'], since(123_450)],
  [['price-stays.BODY'], since(999)],
  [['price-rise.BODY', 'price-rise.OBJECT'], since(123_450)],
  [['price-consent.BODY', 'price-rise.CONSENT', 'price-rise.ELSE_END'], since(0)],
  [['price-consent.BODY', 'price-rise.CONSENT', 'price-rise.ELSE_KEEP'], []],
  [['downgrade.FROM_THEN'], since(123_450)],
  [['goodwill.CHARGED'], [{ from: 0, until: NEXT - 1, amount: 0 }]],
  [['take-back-downgrade.BODY'], open],
  [['take-back-planned-end.BODY'], open],
  [['cancellation-taken-back.BODY'], open],
  [['renewed-after-dispute.BODY'], open],
  [['invoice.LAST'], since(0)],
  [['contract-cancelled.BODY'], since(0)],
  [['plan-end.BODY'], since(0)],
  [['bank-question.ENDS'], since(0)],
  [['charge-declined.ENDS_UNPAID'], since(0)],
  [['contract-ended.BODY'], since(0, 0)],
  [['end.BODY'], since(0, 0)],
  [['withdraw.BODY'], since(0, 0)],
  [['dispute-lost.BODY'], since(0, 0)],
  [['purchase-failed.BODY'], since(0, 0)],
])('parses %j', (keys, expected) => {
  const read = sentencesIn(say(...keys)).map(({ from, until, amount }) => ({ from, until, amount }))
  expect(read).toEqual(expected)
})

test('francs are read', () => {
  expect(sentencesIn(say('invoice.NEXT').replace('1.234,50 €', 'CHF 29.90'))).toMatchObject([{ amount: 2990 }])
})
