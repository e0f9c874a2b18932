import type { Output } from '@kiosk/api-client/call-types'
import * as routes from '@kiosk/contract/routes'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import type { Access, Article, HouseAdvertisement } from '@kiosk/domain/reading/endpoints'
import { signatureQuery } from '../pages/image-address.ts'
import type { Lines } from '../pages/page-text.ts'
import { readerClient } from './reader-client.ts'
import type { ReaderData } from './reader-data.ts'
import type { Seen } from './reading-log.ts'

export type ReaderApi = {
  access(): Promise<Access>
  /** Returns the words of an open page, cached. `signature` is that of the current access response. */
  words(page: number, signature: string): Promise<Lines>
  /** Searches the issue; `corrected` = the words searched for instead, if no page contains `q`. */
  search(q: string, signal: AbortSignal): Promise<Output<typeof routes.searchInIssue>>
  article(id: string): Promise<Article>
  advertisements(): Promise<HouseAdvertisement[]>
  /** Returns what to read after this issue. */
  readNext(): Promise<ReadNext>
  /** Returns the account's choices about the title and other issues. */
  chosen(): Promise<Chosen>
  /** Adds the title to the account's favourites, or removes it. */
  follow(on: boolean): Promise<unknown>
  /** Bookmarks another issue as a whole. Returns the bookmark's id. */
  keepIssue(uid: string): Promise<number>
  removeBookmark(id: number): Promise<unknown>
  /** Counts an advertisement anonymously, in the background. */
  countAdvertisement(id: number, what: 'seen' | 'pressed'): void
  /** Sends reading events; returns false if that failed for now. Those of an account are queued while offline. */
  tellSeen(seen: readonly Seen[]): Promise<boolean>
}

/**
 * `next` is the issue after this one, null if this is the latest; `latest` is the title's latest issue if it is another one.
 * `others` are issues that its readers also read.
 */
export type ReadNext = { next: Issue | null; latest: Issue | null; others: Issue[] }
/** An account's choices: whether it follows the title, and its bookmarks of whole issues, by issue. */
export type Chosen = { follows: boolean; kept: ReadonlyMap<string, number> }

/** Number of newest issues of a title, and of newest bookmarks, that are loaded. */
const NEWEST = 100

/** Maximum cached responses per kind, enough for going back and forth. */
const MOST_CACHED = 24

/** Returns the issue that follows in a list of a title's issues, newest first; beyond the list only the latest is known. */
export function following<I extends Pick<Issue, 'uid'>>(newest: readonly I[], uid: string): { next: I | null; latest: I | null } {
  const [latest = null] = newest
  if (latest === null || latest.uid === uid) return { next: null, latest: null }
  const next = newest[newest.findIndex((each) => each.uid === uid) - 1] ?? latest
  return { next, latest: next === latest ? null : latest }
}

/** Returns the calls about one issue, in the visitor's language. Each rejects with an `ApiError`. */
export function readerApi({
  contents: { uid, magazineKey },
  account,
  ...caller
}: Pick<ReaderData, 'contents' | 'token' | 'language' | 'account' | 'owner'>): ReaderApi {
  const client = readerClient(caller)
  const params = { uid }
  const words = new Map<number, Promise<Lines>>()
  const articles = new Map<string, Promise<Article>>()

  function cached<Key, T>(answers: Map<Key, Promise<T>>, key: Key, request: () => Promise<T>): Promise<T> {
    const earlier = answers.get(key)
    if (earlier) return earlier
    const answer = request()
    answers.set(key, answer)
    if (answers.size > MOST_CACHED) answers.delete(answers.keys().next().value!)
    answer.catch(() => answers.delete(key))
    return answer
  }

  return {
    access: () => client.call(routes.access, { params }),
    words: (page, signature) =>
      cached(words, page, async () => {
        const input = { params: { uid, page }, query: signatureQuery(signature) }
        return (await client.call(routes.pageWords, input)).lines
      }),
    search: (q, signal) => client.call(routes.searchInIssue, { params, query: { q } }, { signal }),
    article: (id) => cached(articles, id, () => client.call(routes.article, { params: { issueUid: uid, issueArticleId: id } })),
    advertisements: async () => (await client.call(routes.houseAdvertisements, { query: { issue: uid } })).advertisements,
    async readNext() {
      const [{ readersReadIssues }, { issues }] = await Promise.all([
        client.call(routes.issueDetail, { params }),
        client.call(routes.allIssues, { query: { magazine: magazineKey, limit: NEWEST } }),
      ])
      return { ...following(issues, uid), others: readersReadIssues.issues.filter((each) => each.uid !== uid) }
    },
    async chosen() {
      const [titles, { bookmarks }] = await Promise.all([
        client.call(routes.favourites),
        client.call(routes.bookmarks, { query: { limit: NEWEST } }),
      ])
      const whole = bookmarks.filter(({ page, article }) => page === 1 && article === null)
      return {
        follows: titles.some(({ key }) => key === magazineKey),
        kept: new Map(whole.map(({ issue, id }) => [issue.uid, id])),
      }
    },
    follow: (on) => client.call(on ? routes.addFavourite : routes.removeFavourite, { params: { magazinekey: magazineKey } }),
    keepIssue: async (issue) => (await client.call(routes.addBookmark, { body: { issue, page: 1, article: '' } })).id,
    removeBookmark: (id) => client.call(routes.removeBookmark, { params: { id } }),
    countAdvertisement: (id, what) =>
      void client.send(routes.countAdvertisement, { params: { id }, body: { what } }, { keepalive: true }).catch(() => undefined),
    async tellSeen(seen) {
      const input = { body: { issue: uid, events: JSON.stringify(seen) } }
      // A visitor's events are not queued, because they would be sent in the name of the next account that signs in.
      const init = { keepalive: true, headers: account ? {} : { 'x-offline': 'visit' } }
      const answer = await client.send(routes.readingEvents, input, init).catch(() => null)
      return answer !== null && answer.status < 500 && answer.status !== 429
    },
  }
}
