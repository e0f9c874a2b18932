import { escapeXml } from '@kiosk/domain/escape-xml'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'

/** Returns a text of one line, escaped for XML: white space is one space; no line ends before punctuation. */
export function xmlLine(text: string): string {
  return escapeXml(withNoBreaks(text.replace(/\s+/g, ' ').trim()))
}
