import { ReaderChanges } from '@kiosk/backend/accounts/reader-changes'
import type { Cdn } from '@kiosk/backend/adapters/cdn/port'
import type { NoticedChange } from '@kiosk/backend/catalogue/catalogue-change'
import { createPurges } from '@kiosk/backend/catalogue/purge-cdn'
import type { Config } from '@kiosk/backend/config'
import type { AppContext } from '@kiosk/backend/context'
import type { Connection } from '@kiosk/backend/db/connect'
import { partnerConsent } from '@kiosk/domain/page-variant'
import type { Logger } from 'pino'
import { PageDictionaries } from '../dictionary/page-dictionaries.ts'
import { createCdnHeaders } from '../http/cdn-headers.ts'
import { type Kept, KeptPages } from './kept-pages.ts'
import { PageCache } from './page-cache.ts'
import { ReaderAnswers } from './reader-answers.ts'

/** With `API_URL`, another process serves the API and notices changes later: pages rendered before that may be outdated. */
const API_CATCHES_UP_MS = [500, 1_000, 5_000]
/** Total size of the pages for signed-in readers. */
const READER_PAGES_BYTES = 32 * 1024 * 1024

export type PageCaches = ReturnType<typeof openPageCaches>

/**
 * Opens what keeps rendered pages, in this process and at CDNs, and forgets them when the catalogue changes. To be called before
 * anything else is awaited: the first notification of the catalogue says that changes may have been missed.
 * @param options `purged`: the CDNs that this process purges; `isOneOfSeveral`: other processes of this server keep pages, too
 */
export function openPageCaches(
  config: Config,
  connection: Connection,
  options: { ctx: Pick<AppContext, 'catalogueCache'>; purged: readonly Cdn[]; isOneOfSeveral: boolean; log: Logger },
) {
  const { ctx, purged, isOneOfSeveral, log } = options
  const { apiUrl } = config
  const dictionaries = new PageDictionaries()
  const cdn = createCdnHeaders(config.cdn?.kind ?? null)
  const pages = new PageCache({ dictionaries, cdn, partner: partnerConsent(config.operator.advertisingPartner) })
  const purges = createPurges({ cdns: purged, db: connection.db, log, isOneOfSeveral })
  const readerPages = new KeptPages<Kept, unknown>({ mostBytes: READER_PAGES_BYTES })
  // Another process looks up the sessions of its calls by itself.
  const readerChanges = apiUrl || !config.roles.has('web') ? undefined : new ReaderChanges(connection.url)
  const answers = readerChanges && new ReaderAnswers({ changes: readerChanges, pages: readerPages })
  const forget = (change: NoticedChange) => {
    for (const each of [pages, readerPages]) {
      if (change.onlyAdds) each.outdate(change)
      else each.forget()
    }
    purges.note(change)
  }
  let hasStarted = false
  ctx.catalogueCache.onChange((change, reloads) => {
    // A page rendered before the catalogue is loaded again shows the old one: rendering it again waits for that.
    if (!reloads || !change.onlyAdds || apiUrl) forget(change)
    // At the start, no older page is kept.
    if (apiUrl && hasStarted) for (const delay of API_CATCHES_UP_MS) setTimeout(forget, delay, change).unref()
  })
  return {
    dictionaries,
    cdn,
    /** Pages for everybody. */
    pages,
    /** Pages for signed-in readers, without the parts that only one reader gets. */
    readerPages,
    /** Pages as signed-in readers got them; undefined = another process knows their sessions. */
    answers,
    /** Says that pages may be kept from now on. */
    start() {
      hasStarted = true
    },
    async close() {
      answers?.close()
      await readerChanges?.close()
      await purges.close()
    },
  }
}
