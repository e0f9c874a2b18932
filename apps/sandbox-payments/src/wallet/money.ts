/** Formats minor units: 1999 is "19.99". */
export const valueText = (minor: number): string => `${minor < 0 ? '-' : ''}${(Math.abs(minor) / 100).toFixed(2)}`

/** Parses an amount to minor units: "19.99" is 1999; null if it is not an amount. */
export function toMinorUnits(value: unknown): number | null {
  const [, sign, whole, cents = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  if (whole === undefined) return null
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -minor : minor
}

export const money = (minor: number, currency: string) => ({ currency_code: currency, value: valueText(minor) })
