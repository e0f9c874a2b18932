import { domainToASCII, domainToUnicode } from 'node:url'
import { composed } from '@kiosk/domain/composed'

/**
 * Returns the canonical form in which an address is stored and compared: Unicode NFC, the domain in the ASCII form of the DNS
 * ("müller.example" = "xn--mller-kva.example"). The local part stays as typed; an invalid domain is only lower-cased.
 */
export function canonicalEmail(email: string): string {
  const composed = composedOf(email)
  const at = composed.lastIndexOf('@')
  if (at < 0) return composed
  const domain = composed.slice(at + 1)
  return `${composed.slice(0, at)}@${domainToASCII(domain) || domain.toLowerCase()}`
}

/**
 * Returns what the addresses of one mailbox have in common at many providers: "an.na+1@example.org" and "anna@example.org" are one. Only
 * for counting e-mails: elsewhere they may be two persons.
 * @param email in its canonical form
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at).replace(/\+.*/s, '').replaceAll('.', '') + email.slice(at)
}

/** Replaces "İ" by its Unicode lower case, two characters: PostgreSQL would turn it into "i", another mailbox. */
function composedOf(email: string): string {
  return composed(email.trim()).replaceAll('\u0130', 'i\u0307')
}

/** Returns every form in which older versions may have stored an address, the canonical one first. */
export function writingsOf(email: string): string[] {
  const canonical = canonicalEmail(email)
  const at = canonical.lastIndexOf('@')
  const readable = `${canonical.slice(0, at + 1)}${domainToUnicode(canonical.slice(at + 1))}`
  return [...new Set([canonical, readable, composedOf(email)])]
}

export function isSameEmail(one: string, other: string): boolean {
  return canonicalEmail(one).toLowerCase() === canonicalEmail(other).toLowerCase()
}
