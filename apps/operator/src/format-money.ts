/** Formats minor units for the terminal: "19.99 EUR". */
export function formatMoney(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency}`
}
