import { addressOf } from '@kiosk/domain/addresses'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import type { ReaderState } from '../shell/request-context.ts'

export type ReadAction = { words: string; href: string; kind: 'read' | 'register' | 'subscription' }

const reads: Record<ReaderState, string> = {
  anonymous: 'ISSUE.READ_FOR_FREE',
  free: 'ISSUE.READ_FOR_FREE',
  magz: 'ISSUE.READ_NOW',
  premium: 'ISSUE.READ_NOW',
  promo: 'ISSUE.READ_NOW',
}

/**
 * Returns the buttons next to a cover: "read now" for subscribers and during a promo, otherwise "read for free", and
 * registration (signed out) or the subscriptions (signed in).
 */
export function readActions(state: ReaderState, readerHref: string): ReadAction[] {
  const read: ReadAction = { kind: 'read', words: reads[state], href: readerHref }
  if (state === 'anonymous') return [read, { kind: 'register', words: 'ISSUE.REGISTER', href: addressOf('register') }]
  if (state === 'free') return [read, { kind: 'subscription', words: 'ISSUE.SUBSCRIPTION', href: addressOf('subscriptions') }]
  return [read]
}

/** Returns the app store of a mobile browser; null on other devices. */
export function storeFor(device: DeviceKind): 'apple' | 'google' | null {
  if (device === 'android') return 'google'
  return device === 'ios' ? 'apple' : null
}
