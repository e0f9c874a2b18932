import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import type { RequestContext } from '../shell/request-context.ts'
import { pays } from '../shell/viewer.ts'
import type { ReaderState } from '../shell/visitor-lookups.ts'

/** Returns a path of this site in an API response, also if given with our origin; null for any other address. */
export function localPath({ publicUrl }: Pick<RequestContext, 'publicUrl'>, url: string | undefined): string | null {
  if (!url) return null
  const here = `${new URL(publicUrl).origin}/`
  return ownPath(url.startsWith(here) ? url.slice(here.length - 1) : url)
}

/** Returns the path of the current subscription if there is one, else of the offers. */
export function subscriptionPageOf(state: ReaderState, values: Parameters<typeof addressOf>[1] = {}): string {
  return pays(state) ? addressOf('currentSubscription') : addressOf('subscriptions', values)
}
