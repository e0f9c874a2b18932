import { dateFormat, formatShortDay } from '@kiosk/domain/date-format'
import { operatorLocale } from '@kiosk/domain/locale'
import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { useCallback, useMemo } from 'react'
import { useLanguage } from './use-text.tsx'

/** Returns the function that writes an amount in the person's language. @param minor minor units */
export function useMoney() {
  const language = useLanguage()
  return useCallback(
    (minor: number, currency: string) => formatMoneyText({ minor, currency: currency as Money['currency'] }, language),
    [language],
  )
}

/** Returns the function that writes a day in the person's language: "31.12.2026". @param day 2026-12-31, or a time */
export function useDay() {
  const language = useLanguage()
  return useCallback((day: string) => formatShortDay(language, day), [language])
}

/** Returns the function that writes the month of a day in the person's language: "Dezember 2026". @param day 2026-12-31 */
export function useMonth() {
  const locale = operatorLocale(useLanguage())
  return useCallback((day: string) => dateFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(day)), [locale])
}

/** Returns the function that writes hundredths into a field, as they are typed in the person's language: "14,99". */
export function useHundredths() {
  const language = useLanguage()
  return (hundredths: number) => (hundredths / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')
}

/** Returns the function that writes a count: "120 000". */
export function useNumber() {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(operatorLocale(language), { maximumFractionDigits: 1 })
    return (value: number) => format.format(value)
  }, [language])
}

/** Returns the function that writes a share: "12,5 %". @param share 1 = everything */
export function usePercent() {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(operatorLocale(language), { style: 'percent', maximumFractionDigits: 2 })
    return (share: number) => format.format(share)
  }, [language])
}
