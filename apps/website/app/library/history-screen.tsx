import { forgetReading, history as historyEndpoint } from '@kiosk/contract/routes'
import { addressOf, afterOf, readerAddress } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './library.module.css'
import { LibraryEntry } from './library-entry.tsx'
import { EmptyPlace, LibraryPage, libraryHead, Pager } from './library-page.tsx'
import { afterIn } from './paging.ts'

/** Value that erases everything instead of one issue. */
const ALL = 'all'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const after = afterIn(request)
  const { answer, apiError } = await orApiError(ctx.call(historyEndpoint, { query: { ...(after !== null && { after }) } }))
  // Show the first page for an invalid cursor.
  if (after !== null && apiError?.status === 400) throw redirect(addressOf('history'))
  if (apiError) throw data({ apiError }, { status: apiError.status })
  const { searchParams } = new URL(request.url)
  const erased = searchParams.get('erased')
  return {
    words: ctx.words(shelfMessages),
    head: libraryHead,
    entries: answer.entries,
    after,
    next: afterOf(answer.nextUrl),
    isToConfirm: searchParams.get('erase') === ALL,
    erased: erased === 'one' || erased === ALL ? erased : null,
  }
}

/** Erases one issue from the history, or everything. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const uid = String((await accountForm(ctx, request)).get('erase') ?? '')
  const { apiError } = await orApiError(ctx.call(forgetReading, { params: { uid } }))
  // 404: another device has already erased it.
  if (apiError && apiError.status !== 404) throw data({ apiError }, { status: apiError.status })
  return redirect(addressOf('history', uid === ALL ? { erased: ALL } : { after: afterIn(request), erased: 'one' }), 303)
}

/** The reader's history, latest first, which can be erased. */
export default function HistoryScreen() {
  const t = useText()
  const { locale } = useViewer()
  const { entries, after, next, isToConfirm, erased } = useLoaderData<typeof loader>()
  return (
    <LibraryPage title={t('SHELF.HISTORY')} lead={entries.length > 0 && t('SHELF.HISTORY_TEXT')}>
      {erased && (
        <Notice kind="good" autoFocus>
          {t(erased === ALL ? 'SHELF.ERASED_ALL' : 'SHELF.ERASED')}
        </Notice>
      )}
      {entries.length === 0 && after === null && <EmptyPlace>{t('SHELF.HISTORY_EMPTY')}</EmptyPlace>}
      {entries.length > 0 && (
        <>
          {isToConfirm ? (
            <EraseQuestion />
          ) : (
            <p>
              <a className="button quiet" href={addressOf('history', { erase: ALL })}>
                {t('SHELF.ERASE_ALL')}
              </a>
            </p>
          )}
          <ul className={style.entries}>
            {entries.map(({ issue, place }) => (
              <LibraryEntry
                key={issue.uid}
                issue={issue}
                href={readerAddress('/reader', issue.uid, { page: place.page })}
                heading={issue.titleLine}
                lines={[
                  issue.detailLine,
                  [
                    t('SHELF.PAGE_OF', { page: place.page, count: issue.pageCount }),
                    t('SHELF.LAST_READ', { day: formatDay(locale, place.at) }),
                  ].join(' · '),
                ]}
              >
                <form method="post" action={addressOf('history', { after })} data-once="">
                  <AccountField />
                  <input type="hidden" name="erase" value={issue.uid} />
                  <button
                    type="submit"
                    className={style.textButton}
                    aria-label={`${t('SHELF.ERASE')}, ${issue.titleLine}, ${issue.detailLine}`}
                  >
                    {t('SHELF.ERASE')}
                  </button>
                </form>
              </LibraryEntry>
            ))}
          </ul>
        </>
      )}
      <Pager address={(from) => addressOf('history', { after: from })} next={next} isFirst={after === null} />
    </LibraryPage>
  )
}

function EraseQuestion() {
  const t = useText()
  return (
    <Notice
      kind="warning"
      autoFocus
      actions={
        <>
          <form method="post" action={addressOf('history')} data-once="">
            <AccountField />
            <input type="hidden" name="erase" value={ALL} />
            <Button>{t('SHELF.YES_ERASE')}</Button>
          </form>
          <a className="button quiet" href={addressOf('history')}>
            {t('SHELF.NO')}
          </a>
        </>
      }
    >
      {t('SHELF.ERASE_SURE')}
    </Notice>
  )
}
