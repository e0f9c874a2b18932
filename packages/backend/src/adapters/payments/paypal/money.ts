import type { Money } from '@kiosk/domain/money'

/** An amount as PayPal writes it: `value` is "19.99". */
export type PaypalMoney = { currency_code: string; value: string }

export function paypalMoney({ minor, currency }: Money): PaypalMoney {
  return { currency_code: currency, value: (minor / 100).toFixed(2) }
}

/** Converts a decimal amount to minor units without floating-point arithmetic: "19.99" is 1999. */
export function toMinorUnits(value: string): number {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === undefined) throw new TypeError(`not an amount: ${value}`)
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -minor : minor
}
