/** A promo code as it is kept, or null where no code looks like that. Only A to Z lose their case: "ſ" is no "S". */
export function promoCodeOf(typed: string): string | null {
  const code = typed.trim()
  return /^[A-Za-z0-9-]{3,40}$/.test(code) ? code.toUpperCase() : null
}
