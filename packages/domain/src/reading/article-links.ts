// Addresses to which the text of an article may link. They come from publishers' files, so only a few forms are allowed.

/** Longest address. */
const LONGEST_ADDRESS_CHARACTERS = 2000
/** Maximum number of links of an article; further ones stay text. */
export const MOST_LINKS_OF_ARTICLE = 200
/** Maximum number of notes of an article to which the text can link: their numbers have at most three digits. */
export const MOST_NOTES_OF_ARTICLE = 999

const PAGE = /^#page=([1-9]\d{0,4})$/
const NOTE = /^#note=([1-9]\d{0,2})$/
const NOTE_PLACE = /^#noteref=([1-9]\d{0,2})$/
const MAIL = /^mailto:([\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})(?:\?.*)?$/i
const PHONE = /^tel:(\+?[\d ().-]{3,30})$/i
/** A host name with a top-level domain: no IP address and no name of a local network. */
const HOST = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+(?!local$|internal$|localhost$)(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/

/** Address of a page of the same issue in the text of an article; pages count from 1. */
export const pageLink = (page: number) => `#page=${page}`

/** Returns the page to which an address in the text of an article leads; null if it is not a page of the same issue. */
export const linkedPage = (href: string): number | null => numberIn(PAGE, href)

/** Address of a note at the end of an article, from where the text refers to it; notes count from 1. */
export const noteLink = (note: number) => `#note=${note}`
/** Address of the place that refers to a note. The paragraph that begins with this link is the note. */
export const notePlace = (note: number) => `#noteref=${note}`

/** Returns the number of the note to which an address leads; null if it leads elsewhere. */
export const linkedNote = (href: string): number | null => numberIn(NOTE, href)
/** Returns the number of the note to whose place in the text an address leads; null if it leads elsewhere. */
export const linkedNotePlace = (href: string): number | null => numberIn(NOTE_PLACE, href)
/** Whether an address leads to a place in the issue. */
export const isWithinIssue = (href: string) => [PAGE, NOTE, NOTE_PLACE].some((form) => form.test(href))

function numberIn(form: RegExp, href: string): number | null {
  const number = form.exec(href)?.[1]
  return number ? Number(number) : null
}

/**
 * Returns an address in its normal form if the text of an article may link to it: web pages of hosts with a domain, without user
 * and password; a single e-mail address or telephone number; a page of the issue (`#page=3`), a note of the article (`#note=3`)
 * or the place that refers to it (`#noteref=3`). Otherwise null.
 */
export function safeLink(href: string): string | null {
  const address = href.trim()
  // Browsers ignore tabs and line breaks within an address, even in its scheme.
  if (address.length > LONGEST_ADDRESS_CHARACTERS || /[\p{Cc}\p{Cf}\p{Cs}\\]|[^\S ]/u.test(address)) return null
  if (isWithinIssue(address)) return address
  const mail = MAIL.exec(address)?.[1]
  if (mail) return `mailto:${mail}`
  const phone = PHONE.exec(address)?.[1]?.replace(/[^\d+]/g, '')
  if (phone) return phone.length >= 3 ? `tel:${phone}` : null
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return null
  const { href: normal, hostname, username, password } = new URL(address)
  const isSafe = HOST.test(hostname) && username === '' && password === '' && normal.length <= LONGEST_ADDRESS_CHARACTERS
  // Encoded, so that quotation marks and brackets are harmless even where somebody forgets to escape the address in HTML.
  return isSafe ? normal.replace(/["'<>`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`) : null
}

/** A word that begins like an address and consists of a domain and what may follow it. */
const WRITTEN = /^(?:https?:\/\/|www\.)[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d{2,5})?(?:[/?#][^\s<>"„“”«»]*)?$/iu
/**
 * Punctuation around an address. The lookbehind tries a run of dots once instead of from each dot, because dots can fill a line.
 */
const AROUND = /^[("„“«‹[]*|(?<![.,;:!?)\]"“”»›'’…])[.,;:!?)\]"“”»›'’…]+$/gu

/** Number of an entry in a list of addresses: "[12]https://…". */
const ENTRY_NUMBER = /^\[\d{1,4}\]/

/** Returns the address that a word is, as it is written, without punctuation around it; null if there is any doubt. */
export function writtenAddress(word: string): { text: string; href: string } | null {
  const bare = word.replace(ENTRY_NUMBER, '').replace(AROUND, '')
  // A bracket that the address itself has opened belongs to it.
  const text = bare.includes('(') && word.includes(`${bare})`) ? `${bare})` : bare
  if (!WRITTEN.test(text)) return null
  const href = safeLink(/^www\./i.test(text) ? `https://${text}` : text)
  return href === null ? null : { text, href }
}
