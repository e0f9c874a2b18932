/** Normalises a promo code, or returns null if it is malformed. Only A to Z are case-insensitive: "ſ" does not match "S". */
export function promoCodeOf(typed: string): string | null {
  const code = typed.trim()
  return /^[A-Za-z0-9-]{3,40}$/.test(code) ? code.toUpperCase() : null
}
