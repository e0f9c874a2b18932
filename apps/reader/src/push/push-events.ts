import { API_BASE } from '@kiosk/contract/route'
import { readerAddress } from '@kiosk/domain/addresses'
import { pushEndpoint } from '@kiosk/domain/reading/push-url'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { formOf, sendPush, stateAt, subscriptionOf } from '@kiosk/ui/browser/push'

const ICON = '/reader/icons/reader-192.png'

/** Returns the notification for a message; null if the message is invalid. A second message about an issue replaces the first. */
export function notificationOf(text: string): { title: string; options: NotificationOptions } | null {
  const message = messageIn(text)
  if (!message) return null
  const { uid, title, body, language, cover } = message
  // Only images from this origin, whatever the message says.
  const icon = cover?.startsWith(API_BASE) && cover[API_BASE.length] !== '/' ? cover : ICON
  return { title, options: { body: body ?? '', lang: language ?? '', tag: `issue-${uid}`, icon, data: { uid } } }
}

function messageIn(text: string): (Partial<ReleaseMessage> & { uid: string; title: string }) | null {
  try {
    const { uid, title, ...rest } = JSON.parse(text) as Partial<ReleaseMessage>
    return /^[\w-]{1,64}$/.test(uid ?? '') && title ? { ...rest, uid: uid!, title } : null
  } catch {
    return null
  }
}

type Window = { url: string; focus(): Promise<unknown> }
type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>
  openWindow(address: string): Promise<unknown>
}

/** Opens the issue in its open window, otherwise in a new one. */
export async function openIssueOf(data: unknown, windows: Windows): Promise<void> {
  const { uid = '' } = (data ?? {}) as { uid?: string }
  const address = readerAddress('/reader', uid)
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find(({ url }) => new URL(url).pathname === address)
  await (there ? there.focus() : windows.openWindow(address))
}

/** Sends a subscription that the browser has changed to the server, unless push is off. */
export async function subscriptionChanged(next: PushSubscription | null | undefined, manager: PushManager): Promise<void> {
  const state = await stateAt(pushEndpoint)
  if (!state || state.told === null) return
  await sendPush(pushEndpoint, formOf(next ?? (await subscriptionOf(manager, state.key))))
}
