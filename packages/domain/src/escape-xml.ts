import { escapeHtml } from './escape-html.ts'

/** Characters that XML 1.0 forbids, halves of characters, and the controls of C1: texts of PDFs contain all of them. */
const FORBIDDEN = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for XML, both between tags and in quoted attributes, and drops the characters that XML does not allow. */
export function escapeXml(text: string | number): string {
  return escapeHtml(String(text).replace(FORBIDDEN, ''))
}
