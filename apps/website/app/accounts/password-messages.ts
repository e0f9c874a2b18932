import type { MessageKey } from '@kiosk/i18n/message-key'
import type { Text } from '../shell/use-text.ts'

/** Returns the messages of a password field; with `advised` also those of its strength meter. */
export function passwordWords(t: Text, advised = false) {
  const levels = [0, 1, 2, 3, 4].map((level) => t(`PASSWORD.LEVEL_${level}` as MessageKey)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    show: t('PASSWORD.SHOW'),
    hide: t('PASSWORD.HIDE'),
    ...(advised && { strength: { label: t('PASSWORD.STRENGTH'), levels } }),
  }
}
