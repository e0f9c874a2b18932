import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { addressOf } from '@kiosk/domain/addresses'
import type { Archive, Bookmark, History, Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { archiveDocument, bookmarksDocument, historyDocument } from './room-documents.ts'
import { myShelfDocument } from './shelf-document.ts'
import { roomAddress, type ShelfGiven } from './shelf-parts.ts'

type Ask = (path: string) => Promise<Response>

/** The rooms of the shelf by their path below /reader; a status without a body where the API can't tell now; null where it is no room, or a visitor without an account stands at the door of the shelf. */
export async function roomAt(path: string, query: URLSearchParams, given: ShelfGiven, ask: Ask): Promise<Response | null> {
  const after = query.get('after')
  const told = async <T>(call: string): Promise<T | Response> => {
    const answer = await ask(`/api/v8/${call}`)
    if (answer.ok) return (await answer.json()) as T
    if (answer.status === 401) return toLogin(path)
    // A place in a list that is none: the list from its beginning.
    if (answer.status === 400 && after) return wayOn(`/reader/${path}`)
    return new Response(null, { status: answer.status })
  }
  const from = after ? `?after=${encodeURIComponent(after)}` : ''
  if (path === '') {
    // A browser that never logged in has no shelf with us.
    if (!bringsSession(given.visitor.cookie)) return null
    const answer = await told<Shelf>('reader/shelf')
    return answer instanceof Response ? failureOrNull(answer) : myShelfDocument({ ...given, shelf: answer })
  }
  if (path === 'bookmarks') {
    const answer = await told<{ bookmarks: Bookmark[] }>('reader/bookmarks')
    return answer instanceof Response ? answer : bookmarksDocument({ ...given, ...answer })
  }
  if (path === 'history') {
    const answer = await told<History>(`reader/history${from}`)
    return answer instanceof Response
      ? answer
      : historyDocument({ ...given, history: answer, sure: query.get('erase') === 'all' })
  }
  const magazineKey = /^archive\/([a-z0-9-]{1,200})$/.exec(path)?.[1]
  if (!magazineKey) return null
  const answer = await told<Archive>(`magazine/${magazineKey}/issues${from}`)
  return answer instanceof Response ? failureOrNull(answer) : archiveDocument({ ...given, archive: answer, magazineKey })
}

/** Nobody is taken for a stranger, and nothing for missing, because the API could not tell. */
function failureOrNull(answer: Response): Response | null {
  return isFailure(answer.status) ? answer : null
}

/** Whether a status says that the call may succeed later. */
export function isFailure(status: number): boolean {
  return status >= 500 || status === 429
}

function toLogin(path: string): Response {
  const back = path === '' ? roomAddress('shelf') : `/reader/${path}`
  return wayOn(addressOf('login', { redirect: back }))
}

function wayOn(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
