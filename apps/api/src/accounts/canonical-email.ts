import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * The one form in which an address is kept and compared: composed (NFC), its domain in lower case as the DNS writes it
 * ("müller.example" = "xn--mller-kva.example"). What stands before the @ stays as it was typed. A domain that is none stays.
 */
export function canonicalEmail(email: string): string {
  const composed = composedOf(email)
  const at = composed.lastIndexOf('@')
  if (at < 0) return composed
  const domain = composed.slice(at + 1)
  return `${composed.slice(0, at)}@${domainToASCII(domain) || domain.toLowerCase()}`
}

/** "İ" becomes the two characters that Unicode makes of it in lower case: PostgreSQL would make it an "i", another mailbox. */
function composedOf(email: string): string {
  return email.trim().normalize('NFC').replaceAll('\u0130', 'i\u0307')
}

/** Every form in which older versions may have kept an address, the canonical one first. */
export function writingsOf(email: string): string[] {
  const canonical = canonicalEmail(email)
  const at = canonical.lastIndexOf('@')
  const readable = `${canonical.slice(0, at + 1)}${domainToUnicode(canonical.slice(at + 1))}`
  return [...new Set([canonical, readable, composedOf(email)])]
}

export function isSameEmail(one: string, other: string): boolean {
  return canonicalEmail(one).toLowerCase() === canonicalEmail(other).toLowerCase()
}
