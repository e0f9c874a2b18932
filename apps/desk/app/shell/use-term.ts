import { useDay } from './use-format.ts'
import { useText } from './use-text.tsx'

/** Returns the function that writes from when to when something is valid. */
export function useTerm() {
  const t = useText()
  const day = useDay()
  return ({ from, until }: { from: string; until: string | null }) =>
    until ? t('DESK.CODES.FROM_TO', { from: day(from), until: day(until) }) : t('DESK.CODES.FROM_ON', { from: day(from) })
}
