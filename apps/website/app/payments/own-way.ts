import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import type { ReaderState, Visit } from '../shell/visit.ts'
import { pays } from '../shell/visitor.ts'

/** The path of our own that a call answered, also where it names our host; null for anything that leads elsewhere (R4-66). */
export function ownWay({ publicUrl }: Pick<Visit, 'publicUrl'>, url: string | undefined): string | null {
  if (!url) return null
  const here = `${new URL(publicUrl).origin}/`
  return ownPath(url.startsWith(here) ? url.slice(here.length - 1) : url)
}

/** "The subscription page": one's own where there is one, else the offers. */
export function subscriptionPageOf(state: ReaderState, values: Parameters<typeof addressOf>[1] = {}): string {
  return pays(state) ? addressOf('currentSubscription') : addressOf('subscriptions', values)
}
