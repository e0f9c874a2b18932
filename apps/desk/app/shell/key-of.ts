import { CONTENT_KEY_LENGTH } from '@kiosk/domain/staff/limits'

/** Makes a key from a text: "Über Berg & Tal" becomes "ueber-berg-tal". */
export function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}

/** Makes the key of a text, a link or a category. */
export const contentKeyOf = (text: string): string => keyOf(text).slice(0, CONTENT_KEY_LENGTH)
