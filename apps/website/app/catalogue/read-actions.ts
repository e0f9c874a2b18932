import { addressOf } from '@kiosk/domain/addresses'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import type { ReaderState } from '../shell/visit.ts'

export type ReadAction = { words: string; href: string; kind: 'read' | 'register' | 'subscription' }

const reads: Record<ReaderState, string> = {
  anonymous: 'ISSUE.READ_FOR_FREE',
  free: 'ISSUE.READ_FOR_FREE',
  magz: 'ISSUE.READ_NOW',
  premium: 'ISSUE.READ_NOW',
  promo: 'ISSUE.READ_NOW',
}

/**
 * The buttons beside a cover (section 2.4): "read now" for paying readers and while a promo runs, "read for free" for
 * everyone else; register only signed out, the subscription only signed in without either.
 */
export function readActions(state: ReaderState, readerHref: string): ReadAction[] {
  const read: ReadAction = { kind: 'read', words: reads[state], href: readerHref }
  if (state === 'anonymous') return [read, { kind: 'register', words: 'ISSUE.REGISTER', href: addressOf('register') }]
  if (state === 'free') return [read, { kind: 'subscription', words: 'ISSUE.SUBSCRIPTION', href: addressOf('subscriptions') }]
  return [read]
}

/** The store for a mobile browser (section 2.4, app-store mode); null on other devices. */
export function storeFor(device: DeviceKind): 'apple' | 'google' | null {
  if (device === 'android') return 'google'
  return device === 'ios' ? 'apple' : null
}
