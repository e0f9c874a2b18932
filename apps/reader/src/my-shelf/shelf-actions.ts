import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { isFailure } from './rooms.ts'
import { roomAddress } from './shelf-parts.ts'

type Ask = (path: string, init: { method: string; body?: URLSearchParams }) => Promise<Response>

/** Forms of the shelf: each is one call of the API, and then the room again. 503 without a body where the API can't do it now; null = no such form. */
export async function shelfAction(path: string, form: URLSearchParams, ask: Ask): Promise<Response | null> {
  const [call, back] = callOf(path, form) ?? []
  if (!call || !back) return null
  const answer = await ask(`/api/v8/${call.path}`, call)
  if (answer.status === 401) return redirect(addressOf('login', { redirect: back }))
  if (isFailure(answer.status)) return new Response(null, { status: 503 })
  return redirect(back)
}

type Call = { method: string; path: string; body?: URLSearchParams }

function callOf(path: string, form: URLSearchParams): [Call, string] | null {
  const [id, note, remove, erase, on, free] = ['id', 'note', 'remove', 'erase', 'on', 'free'].map((name) => form.get(name))
  const named = (value: string) => encodeURIComponent(value)
  if (path === 'bookmarks' && remove)
    return [{ method: 'DELETE', path: `reader/bookmarks/${named(remove)}` }, roomAddress('bookmarks')]
  if (path === 'bookmarks' && id)
    return [
      { method: 'PUT', path: `reader/bookmarks/${named(id)}`, body: new URLSearchParams({ note: note ?? '' }) },
      roomAddress('bookmarks'),
    ]
  if (path === 'history' && erase) return [{ method: 'DELETE', path: `reader/history/${named(erase)}` }, roomAddress('history')]
  if (path === 'recommendations' && on)
    return [{ method: 'PUT', path: 'reader/recommendations', body: new URLSearchParams({ on }) }, roomAddress('shelf')]
  if (path === 'devices' && free)
    return [{ method: 'DELETE', path: `user/device/${named(free)}` }, ownPath(form.get('back')) ?? roomAddress('shelf')]
  return null
}

function redirect(to: string): Response {
  return new Response(null, { status: 303, headers: { location: to, 'cache-control': 'no-store' } })
}
