import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import { ownPath } from '@kiosk/domain/own-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { pays } from '../shell/viewer.ts'
import type { ReaderState } from '../shell/visitor-lookups.ts'

export type ReadAction = { words: MessageKey; href: string; kind: 'read' | 'register' | 'subscription' }

/**
 * Returns the buttons next to a cover, which promise only what this visitor can read: the issue, its first pages, or its front
 * page, even if the issue would open as a list of articles; the most useful one first. Registration and subscriptions lead
 * back to the issue.
 */
export function readActions(
  state: ReaderState,
  { uid, opens }: Pick<Issue, 'uid' | 'opens'>,
  { readerHref, webapp }: { readerHref: string; webapp: string },
): ReadAction[] {
  const back = { redirect: ownPath(readerHref) ?? addressOf('issue', { id: uid }) }
  const subscriptions = addressOf('subscriptions', back)
  if (opens === 'one') {
    return [
      { kind: 'subscription', words: 'ISSUE.READ_WITH_SUBSCRIPTION', href: subscriptions },
      { kind: 'read', words: 'ISSUE.SEE_FRONT_PAGE', href: readerAddress(webapp, uid, { page: 1 }) },
    ]
  }
  const free = state === 'anonymous' || state === 'free'
  const read: ReadAction = {
    kind: 'read',
    words: free ? 'ISSUE.READ_FOR_FREE' : 'ISSUE.READ_NOW',
    href: readerHref,
  }
  if (state === 'anonymous') return [read, { kind: 'register', words: 'ISSUE.REGISTER', href: addressOf('register', back) }]
  if (state === 'free') return [read, { kind: 'subscription', words: 'ISSUE.SUBSCRIPTION', href: subscriptions }]
  return [read]
}

/** Returns what reading an issue costs this visitor, and the words for it on its card. */
export function costOf(
  state: ReaderState,
  { opens }: Pick<Issue, 'opens'>,
): ['subscription' | 'free' | 'subscribed', MessageKey] {
  if (opens === 'one') return ['subscription', 'CATALOGUE.WITH_SUBSCRIPTION']
  return pays(state) ? ['subscribed', 'CATALOGUE.IN_SUBSCRIPTION'] : ['free', 'CATALOGUE.FREE']
}

/** Returns the app store of a mobile browser; null on other devices. */
export function storeFor(device: DeviceKind): 'apple' | 'google' | null {
  if (device === 'android') return 'google'
  return device === 'ios' ? 'apple' : null
}
