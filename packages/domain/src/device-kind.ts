import { isbot } from 'isbot'

/** Kinds of devices with different pages: crawlers are not redirected and read articles in place, phones see their app store. */
const deviceKinds = ['crawler', 'android', 'ios', 'desktop'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** Returns the kind of device in a User-Agent header. Cache and pages use the same rule. */
export function deviceKindOf(userAgent: string | null | undefined): DeviceKind {
  if (isbot(userAgent)) return 'crawler'
  if (/android/i.test(userAgent ?? '')) return 'android'
  return /iphone|ipad|ipod/i.test(userAgent ?? '') ? 'ios' : 'desktop'
}
