/** Integer minor units (cents, Rappen) and an ISO 4217 currency. */
export type Money = { minor: number; currency: 'EUR' | 'CHF' }

/** Section 9: CHF as prefix with a point ("CHF 19.90"), euro as suffix with a comma ("14,99 €"), in every language. */
export function formatMoney({ minor, currency }: Money): string {
  const sign = minor < 0 ? '-' : ''
  const units = Math.trunc(Math.abs(minor) / 100)
  const cents = String(Math.abs(minor) % 100).padStart(2, '0')
  return currency === 'CHF' ? `CHF ${sign}${units}.${cents}` : `${sign}${units},${cents} €`
}
