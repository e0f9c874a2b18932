import { readerAddress } from '@kiosk/domain/addresses'
import { pushPlace } from '@kiosk/domain/reading/push-place'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { formOf, stateAt, subscriptionOf, tell } from '@kiosk/ui/browser/push'

const ICON = '/reader/icons/reader-192.png'

/** What is shown of a message; null where it is none of ours. A second message of an issue takes the place of the first. */
export function notificationOf(text: string): { title: string; options: NotificationOptions } | null {
  const message = messageIn(text)
  if (!message) return null
  const { uid, title, body, language, cover } = message
  // Pictures of this house only, whoever wrote the message.
  const icon = cover && /^\/api\/v8\/(?!\/)/.test(cover) ? cover : ICON
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

/** Leads to the issue: into the window where it is open, else into a new one. */
export async function openIssueOf(data: unknown, windows: Windows): Promise<void> {
  const { uid = '' } = (data ?? {}) as { uid?: string }
  const address = readerAddress('/reader', uid)
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find(({ url }) => new URL(url).pathname === address)
  await (there ? there.focus() : windows.openWindow(address))
}

/** The browser has changed its address: the house learns the new one, unless it writes to none any more. */
export async function subscriptionChanged(next: PushSubscription | null | undefined, manager: PushManager): Promise<void> {
  const state = await stateAt(pushPlace)
  if (!state || state.told === null) return
  await tell(pushPlace, formOf(next ?? (await subscriptionOf(manager, state.key))))
}
