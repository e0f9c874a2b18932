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
  /** Counts an advertisement anonymously, in the background. */
  countAdvertisement(id: number, what: 'seen' | 'pressed'): void
  /** Sends reading events; returns false if that failed for now. Those of an account are queued while offline. */
  tellSeen(seen: readonly Seen[]): Promise<boolean>
}

/** `latest` is the title's latest issue, null if this is it; `others` are issues that its readers also read. */
export type ReadNext = { magazineKey: string; latest: Issue | null; others: Issue[] }

/** Maximum cached responses per kind, enough for going back and forth. */
const MOST_CACHED = 24

/** Returns the calls about one issue, in the visitor's language. Each rejects with an `ApiError`. */
export function readerApi({
  contents: { uid },
  account,
  ...caller
}: Pick<ReaderData, 'contents' | 'token' | 'language' | 'account'>): ReaderApi {
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
      const { details, readersReadIssues } = await client.call(routes.issueDetail, { params })
      const { magazineKey } = details.publication
      const { currentIssue } = await client.call(routes.magazineDetails, { params: { magazinekey: magazineKey } })
      return {
        magazineKey,
        latest: currentIssue.uid === uid ? null : currentIssue,
        others: readersReadIssues.issues.filter((each) => each.uid !== uid),
      }
    },
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
