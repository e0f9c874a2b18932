import { isSharedDevice } from '@kiosk/domain/accounts/shared-device'
import { keepsReading } from '@kiosk/domain/reading/keeps-reading'
import { offlineMessages } from '@kiosk/i18n/messages/offline'
import { pushMessages } from '@kiosk/i18n/messages/push'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import type { RequestContext } from '../shell/request-context.ts'

/** The reader's script on the page of the shelf, with the data for it (`ShelfData` of the reader). */
type ReaderPartData = { script: string; modules: string[]; styles: string[]; data: string }

/**
 * Returns the reader's part of a page; null if no reader is served. `account`: a reader is signed in. Also allows `blob:`
 * images in the page's policy, for downloaded covers.
 */
export function readerPartOf(ctx: RequestContext, request: Request, account: boolean): ReaderPartData | null {
  if (!ctx.reader) return null
  ctx.opened = { pictures: ['blob:'] }
  const cookie = request.headers.get('cookie')
  const { 'SHELF.PAGE_OF': pageOf = '' } = ctx.words(shelfMessages)
  const data = {
    words: { ...ctx.words(offlineMessages, pushMessages), 'SHELF.PAGE_OF': pageOf },
    language: ctx.language,
    token: ctx.reader.token,
    account,
    keeps: keepsReading({ cookie, answered: ctx.consent.answered }),
    shared: isSharedDevice(cookie),
  }
  return { ...ctx.reader.assets(), data: JSON.stringify(data) }
}

/** Element in which the reader shows the downloads of this browser. */
export function ReaderPart({ part }: { part: ReaderPartData | null }) {
  if (!part) return null
  return (
    <>
      <div id="downloads" data-reader={part.data} />
      {part.styles.map((address) => (
        <link key={address} rel="stylesheet" href={address} />
      ))}
      {part.modules.map((address) => (
        <link key={address} rel="modulepreload" href={address} />
      ))}
      <script type="module" src={part.script} />
    </>
  )
}
