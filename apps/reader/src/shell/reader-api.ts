import type { Access, Article, HouseAdvertisement, IssueHit } from '@kiosk/domain/reading/endpoints'
import type { Lines } from '../pages/page-text.ts'
import { wordsAddress } from '../pages/picture-address.ts'
import type { ReaderData } from './reader-data.ts'
import type { Seen } from './reading-log.ts'

/** The status with which the API refused; 0 = it could not be reached. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

export type ReaderApi = {
  access(): Promise<Access>
  /** Words of an open page; answers are kept. `signature` as of the access answer in force. */
  words(page: number, signature: string): Promise<Lines>
  /** `corrected` = what was searched for instead, where no page holds `q`. */
  search(q: string, signal: AbortSignal): Promise<{ hits: IssueHit[]; corrected?: string }>
  article(id: string): Promise<Article>
  advertisements(): Promise<HouseAdvertisement[]>
  /** Counts for the day only, nobody is remembered; nobody waits for it. */
  countAdvertisement(id: number, what: 'seen' | 'pressed'): void
  /** Tells what was seen; false = it could not be told now. Of an account it is kept until there is a network. */
  tellSeen(seen: readonly Seen[]): Promise<boolean>
}

/** Answers kept of one kind: more pages or articles than one leafs through back and forth are asked for again. */
const MOST_KEPT = 24

/** Calls of the API for one issue, in the visitor's language. Every question rejects with `Refused`. */
export function readerApi({
  contents,
  token,
  language,
  account,
}: Pick<ReaderData, 'contents' | 'token' | 'language' | 'account'>): ReaderApi {
  const issue = `/api/v8/issuecontent/${encodeURIComponent(contents.uid)}`
  const headers = { 'x-api-token': token, 'accept-language': language, accept: 'application/json' }
  const words = new Map<number, Promise<Lines>>()
  const articles = new Map<string, Promise<Article>>()

  async function ask<T>(address: string, init: RequestInit = {}): Promise<T> {
    const answer = await fetch(address, { credentials: 'same-origin', headers, ...init }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new Refused(0)
    })
    if (!answer.ok) throw new Refused(answer.status)
    return answer.json() as Promise<T>
  }
  function tell(address: string, form: Record<string, string>): void {
    const init = {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers,
      body: new URLSearchParams(form),
    } as const
    void fetch(address, init).catch(() => undefined)
  }
  function kept<Key, T>(answers: Map<Key, Promise<T>>, key: Key, asking: () => Promise<T>): Promise<T> {
    const known = answers.get(key)
    if (known) return known
    const answer = asking()
    answers.set(key, answer)
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value!)
    answer.catch(() => answers.delete(key))
    return answer
  }

  return {
    access: () => ask<Access>(`${issue}/access`),
    words: (page, signature) =>
      kept(words, page, async () => {
        const answer = await ask<{ lines: Lines }>(wordsAddress(contents.uid, page, signature))
        return answer.lines
      }),
    search: (q, signal) => ask(`${issue}/search?${new URLSearchParams({ q })}`, { signal }),
    article: (id) => kept(articles, id, () => ask<Article>(`${issue}/article/${encodeURIComponent(id)}`)),
    advertisements: async () => {
      const address = `/api/v8/reader/advertisements?${new URLSearchParams({ issue: contents.uid })}`
      return (await ask<{ advertisements: HouseAdvertisement[] }>(address)).advertisements
    },
    countAdvertisement: (id, what) => tell(`/api/v8/reader/advertisements/${id}/count`, { what }),
    async tellSeen(seen) {
      const answer = await fetch('/api/v8/reader/events', {
        method: 'POST',
        keepalive: true,
        credentials: 'same-origin',
        // What a visitor saw is not kept on the device: it would be told in the name of who signs in next.
        headers: account ? headers : { ...headers, 'x-offline': 'visit' },
        body: new URLSearchParams({ issue: contents.uid, events: JSON.stringify(seen) }),
      }).catch(() => null)
      return answer !== null && answer.status < 500 && answer.status !== 429
    },
  }
}
