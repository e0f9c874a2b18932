/** Returns a provider's country code as upper-case ISO 3166-1 alpha-2; null for anything else, such as PayPal's "C2". */
export function countryCode(country: string | null | undefined): string | null {
  return country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null
}
