import { formatDay } from '@kiosk/domain/date-format'
import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { useLanguage, useText } from '../shell/use-text.tsx'

/** Returns how amounts and days are written in the language of the person at the desk. */
export function useFormats() {
  const language = useLanguage()
  return {
    money: (minor: number, currency: string) => formatMoneyText({ minor, currency: currency as Money['currency'] }, language),
    day: (iso: string) => formatDay(language, iso),
  }
}

/** Returns a function that translates a code of the server; a code without a message is shown as it is. */
export function useCode() {
  const t = useText()
  return (group: string, code: string) => {
    const key = `DESK.READERS.${group}.${code}`
    const found = t(key)
    return found === key ? code : found
  }
}
