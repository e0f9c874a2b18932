import { PHONE_BREAKPOINT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { View } from '../shell/storage.ts'

/** Media query of the screens on which newspapers open as a list of articles. */
export const PHONE = `(max-width: ${PHONE_BREAKPOINT_PIXELS}px)`

/** Returns how an issue opens without a page in its address: as chosen, else newspapers on phones as a list of articles. */
export function firstView(
  { kind, articles }: { kind: Contents['kind']; articles: readonly unknown[] },
  chosen: Record<Contents['kind'], View | null>,
  phone: boolean,
): View {
  if (articles.length === 0) return 'pages'
  return chosen[kind] ?? (kind === 'newspaper' && phone ? 'articles' : 'pages')
}
