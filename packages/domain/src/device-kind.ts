import { isbot } from 'isbot'

/** What pages differ by: crawlers are not forwarded and read articles in place, phones are shown their store. */
export const deviceKinds = ['crawler', 'android', 'ios', 'desktop'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** The kind of device that a User-Agent header names: the one rule of cache and pages. */
export function deviceKindOf(userAgent: string | null | undefined): DeviceKind {
  if (isbot(userAgent)) return 'crawler'
  if (/android/i.test(userAgent ?? '')) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent ?? '') ? 'ios' : 'desktop'
}
