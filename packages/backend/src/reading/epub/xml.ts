import { escapeHtml } from '@kiosk/domain/escape-html'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'

/** Characters that XML 1.0 forbids, halves of characters, and the controls of C1: texts of PDFs contain all of them. */
const FORBIDDEN = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]/gu

/** Returns text without characters that XML does not allow. */
function allowedInXml(text: string): string {
  return text.replace(FORBIDDEN, '')
}

/** Escapes text for XML, both between tags and in quoted attributes. */
export function xml(text: string | number): string {
  return escapeHtml(allowedInXml(String(text)))
}

/** Returns a text of one line, escaped: white space is one space; no line ends before punctuation. */
export function xmlLine(text: string): string {
  return xml(withNoBreaks(text.replace(/\s+/g, ' ').trim()))
}
