/** A call that could not be sent for want of a network. */
export type Letter = {
  method: string
  /** Path and query. */
  address: string
  body: string
  headers: Record<string, string>
  /** Whose: the house's mark of the reader; another's letters are never sent. */
  reader: string
  /** Negative id under which the reader knows a bookmark until the house gave it one. */
  id?: number
}

const PLACE = /^\/api\/v8\/reader\/places\/([\w-]+)$/
const BOOKMARK = /^\/api\/v8\/reader\/bookmarks(?:\/(-?\d+))?$/
const DOWNLOAD = /^\/api\/v8\/issuecontent\/([\w-]+)\/download$/
const EVENTS = /^\/api\/v8\/reader\/events$/

/** Whether a call is kept when it can't be sent: places, bookmarks and reading events. */
export function isForOutbox(method: string, pathname: string): boolean {
  if (method === 'PUT') return PLACE.test(pathname) || BOOKMARK.test(pathname)
  if (method === 'POST') return EVENTS.test(pathname) || BOOKMARK.test(pathname)
  return method === 'DELETE' && BOOKMARK.test(pathname)
}

/** Events of one call, and seconds of one event, that the house takes. */
const MOST_EVENTS = 50
const LONGEST_EVENT = 30 * 60

type Event = { page: number; article?: string; seconds: number; at: string }

/** Two letters of reading events as one, page by page; null where they are of different issues or too many pages. */
function eventsTogether(before: Letter, after: Letter): Letter | null {
  const [one, other] = [new URLSearchParams(before.body), new URLSearchParams(after.body)]
  if (one.get('issue') !== other.get('issue')) return null
  const together = new Map<string, Event>()
  for (const fields of [one, other]) {
    for (const event of JSON.parse(fields.get('events') ?? '[]') as Event[]) {
      const key = `${event.page} ${event.article ?? ''}`
      const seconds = Math.min(LONGEST_EVENT, (together.get(key)?.seconds ?? 0) + event.seconds)
      together.set(key, { ...event, seconds })
    }
  }
  if (together.size > MOST_EVENTS) return null
  other.set('events', JSON.stringify([...together.values()]))
  return { ...after, body: other.toString() }
}

/** The letters after one more: of several places of an issue the last goes out, what was set and taken away again does not. */
export function withLetter(letters: readonly Letter[], letter: Letter): Letter[] {
  const path = letter.address.split('?', 1)[0]!
  if (letter.method === 'PUT' && PLACE.test(path))
    return [...letters.filter((each) => each.address !== letter.address || each.reader !== letter.reader), letter]
  if (EVENTS.test(path)) {
    const known = letters.findLast((each) => EVENTS.test(each.address) && each.reader === letter.reader)
    const together = known && eventsTogether(known, letter)
    return together ? letters.map((each) => (each === known ? together : each)) : [...letters, letter]
  }
  const id = Number(BOOKMARK.exec(path)?.[1])
  if (!(id < 0)) return [...letters, letter]
  const known = letters.find((each) => each.id === id)
  if (letter.method === 'DELETE') return letters.filter((each) => each !== known)
  const note = new URLSearchParams(letter.body).get('note') ?? ''
  return letters.map((each) => {
    if (each !== known) return each
    const body = new URLSearchParams(each.body)
    body.set('note', note)
    return { ...each, body: body.toString() }
  })
}

/** Issues whose copy was given up, as far as the house has not heard of it. */
export const givenUpIn = (letters: readonly Letter[]): string[] =>
  letters.flatMap(({ method, address }) => (method === 'DELETE' ? (DOWNLOAD.exec(address)?.[1] ?? []) : []))

/** A place says when it was read: it may arrive days later, and the later reading wins. */
export function datedBody(method: string, pathname: string, body: string, now: Date): string {
  if (method !== 'PUT' || !PLACE.test(pathname)) return body
  const fields = new URLSearchParams(body)
  if (!fields.get('at')) fields.set('at', now.toISOString())
  return fields.toString()
}

/** What the reader is answered for a letter that waits. */
export function answerTo(letter: Letter, now: Date): { status: number; body: unknown } {
  const path = letter.address.split('?', 1)[0]!
  const fields = new URLSearchParams(letter.body)
  const page = Number(fields.get('page') ?? 1)
  const article = fields.get('article') || null
  if (PLACE.test(path)) {
    const at = fields.get('at') ?? now.toISOString()
    return {
      status: 200,
      body: { place: { page, article, fraction: Number(fields.get('fraction') ?? 0), furthestPage: page, at } },
    }
  }
  if (letter.method === 'POST' && BOOKMARK.test(path)) return { status: 200, body: bookmarkOf(letter, now) }
  return { status: 204, body: null }
}

/** A bookmark that waits, as the house would tell of it. */
export function bookmarkOf(letter: Letter, now: Date) {
  const fields = new URLSearchParams(letter.body)
  const uid = fields.get('issue') ?? ''
  return {
    id: letter.id ?? -1,
    issue: {
      uid,
      titleLine: '',
      detailLine: '',
      magazineKey: '',
      coverURL: '',
      coverWidth: 0,
      coverHeight: 0,
      coverColour: '',
      pageCount: 0,
    },
    page: Number(fields.get('page') ?? 1),
    article: fields.get('article') || null,
    headline: '',
    note: fields.get('note') ?? '',
    at: now.toISOString(),
  }
}

/**
 * Sends letters in their order; what remains goes out another time. `send` answers the status, 0 where the house can't be
 * reached. A letter that the house refuses for good is dropped.
 */
export async function sentOff(
  letters: readonly Letter[],
  reader: string,
  send: (letter: Letter) => Promise<number>,
): Promise<Letter[]> {
  const remaining: Letter[] = []
  for (const [index, letter] of letters.entries()) {
    if (letter.reader !== reader) {
      remaining.push(letter)
      continue
    }
    const status = await send(letter)
    if (status === 0 || status === 401 || status === 429 || status >= 500) return [...remaining, ...letters.slice(index)]
  }
  return remaining
}
