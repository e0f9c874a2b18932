import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * The canonical form in which an address is stored and compared: composed (NFC), with its domain in lower case as in the
 * DNS ("müller.example" = "xn--mller-kva.example"). The local part stays as typed, and so does an invalid domain.
 */
export function canonicalEmail(email: string): string {
  const composed = composedOf(email)
  const at = composed.lastIndexOf('@')
  if (at < 0) return composed
  const domain = composed.slice(at + 1)
  return `${composed.slice(0, at)}@${domainToASCII(domain) || domain.toLowerCase()}`
}

/** "İ" becomes two characters in Unicode lower case: PostgreSQL would turn it into "i", another mailbox. */
function composedOf(email: string): string {
  return email.trim().normalize('NFC').replaceAll('\u0130', 'i\u0307')
}

/** Every form in which older versions may have stored an address, the canonical one first. */
export function writingsOf(email: string): string[] {
  const canonical = canonicalEmail(email)
  const at = canonical.lastIndexOf('@')
  const readable = `${canonical.slice(0, at + 1)}${domainToUnicode(canonical.slice(at + 1))}`
  return [...new Set([canonical, readable, composedOf(email)])]
}

export function isSameEmail(one: string, other: string): boolean {
  return canonicalEmail(one).toLowerCase() === canonicalEmail(other).toLowerCase()
}
