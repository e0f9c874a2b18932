import { type Language, operatorLocale } from '@kiosk/domain/locale'

const KILOBYTE_BYTES = 1024
const MEGABYTE_BYTES = 1024 * KILOBYTE_BYTES

/** Formats a size: "12,4 MB", and below a tenth of a megabyte "30 kB"; in French "12,4 Mo". */
export function fileSize(language: Language, bytes: number): string {
  const [unit, size] =
    bytes < MEGABYTE_BYTES / 10
      ? (['kilobyte', Math.ceil(bytes / KILOBYTE_BYTES)] as const)
      : (['megabyte', bytes / MEGABYTE_BYTES] as const)
  return new Intl.NumberFormat(operatorLocale(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}
