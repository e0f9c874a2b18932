import { type Language, operatorLocale } from '@kiosk/domain/locale'

const MEGABYTE_BYTES = 1024 * 1024

/** Formats a size: "12,4 MB", also if it is smaller than a tenth of a megabyte: "0,03 MB" */
export function megabytes(language: Language, bytes: number): string {
  const number = new Intl.NumberFormat(operatorLocale(language), {
    ...(bytes < MEGABYTE_BYTES / 10 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 }),
  })
  return `${number.format(bytes / MEGABYTE_BYTES)} MB`
}
