import { dateFormat } from '@kiosk/domain/date-format'
import { dateLocales } from '@kiosk/domain/locale'
import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { useLanguage } from '../shell/use-text.tsx'

/** Returns the function that writes an amount in the person's language. @param minor minor units */
export function useMoney() {
  const language = useLanguage()
  return (minor: number, currency: Money['currency']) => formatMoneyText({ minor, currency }, language)
}

/** Returns the function that writes a day in the person's language. @param day 2026-10-01 */
export function useDay() {
  const format = dateFormat(dateLocales[useLanguage()], { dateStyle: 'medium' })
  return (day: string) => format.format(new Date(`${day}T12:00:00Z`))
}
