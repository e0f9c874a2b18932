/** Minor units for the operator's screen: "19.99 EUR". */
export function inWords(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency}`
}

/** What the operator typed: "19.99", "19,99", "20"; minor units, or null. */
export function minorUnits(typed: string): number | null {
  const parts = /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(typed)
  return parts ? Number(parts[1]) * 100 + Number(parts[2] ?? 0) : null
}
