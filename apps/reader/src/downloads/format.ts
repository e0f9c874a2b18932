import type { Language } from '@kiosk/domain/locale'

const KILOBYTE_BYTES = 1000

/** Formats bytes in a readable unit: "34 MB". */
export function amount(bytes: number, language: Language): string {
  const unit = bytes >= KILOBYTE_BYTES ** 3 ? 'gigabyte' : bytes >= KILOBYTE_BYTES ** 2 / 10 ? 'megabyte' : 'kilobyte'
  const value = bytes / KILOBYTE_BYTES ** (unit === 'gigabyte' ? 3 : unit === 'megabyte' ? 2 : 1)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

/** Returns whole per cent; 100 only if nothing is missing. */
export const percent = (done: number, whole: number) =>
  whole > 0 ? Math.min(done >= whole ? 100 : 99, Math.floor((done / whole) * 100)) : 0
