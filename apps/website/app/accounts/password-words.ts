import type { Text } from '../shell/use-text.ts'

/** Words of a password field, and with `advised` those of its meter. */
export function passwordWords(t: Text, advised = false) {
  const levels = [0, 1, 2, 3, 4].map((level) => t(`PASSWORD.LEVEL_${level}`)) as [string, string, string, string, string]
  return {
    show: t('PASSWORD.SHOW'),
    hide: t('PASSWORD.HIDE'),
    ...(advised && { strength: { label: t('PASSWORD.STRENGTH'), levels } }),
  }
}
