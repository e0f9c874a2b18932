import { isbot } from 'isbot'

/** Pages differ by device: crawlers are not redirected and read articles in place, phones see their app store. */
export const deviceKinds = ['crawler', 'android', 'ios', 'desktop'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** The kind of device in a User-Agent header: the same rule for cache and pages. */
export function deviceKindOf(userAgent: string | null | undefined): DeviceKind {
  if (isbot(userAgent)) return 'crawler'
  if (/android/i.test(userAgent ?? '')) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent ?? '') ? 'ios' : 'desktop'
}
