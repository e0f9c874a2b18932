/** Converts a decimal amount to minor units without floating-point arithmetic: "19.99" is 1999. */
export function toMinorUnits(value: string): number {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === undefined) throw new TypeError(`not an amount: ${value}`)
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -minor : minor
}
