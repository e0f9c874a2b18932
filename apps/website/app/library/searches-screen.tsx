import { editSavedSearches, removeSavedSearch, savedSearches } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import { searchAddress } from '../catalogue/search-address.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './library.module.css'
import { EmptyPlace, LibraryPage, libraryHead } from './library-page.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { answer, apiError } = await orApiError(ctx.call(savedSearches))
  if (apiError) throw data({ apiError }, { status: apiError.status })
  const { searchParams } = new URL(request.url)
  return {
    words: ctx.words(shelfMessages),
    head: libraryHead,
    searches: answer.searches,
    sendsEmails: (await ctx.who()).user.sendSavedSearches ?? false,
    isSaved: searchParams.has('saved'),
    isRemoved: searchParams.has('removed'),
  }
}

/** Removes a saved search, or switches the e-mails on. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await accountForm(ctx, request)
  if (form.get('intent') === 'on') {
    await ctx.call(editSavedSearches, { body: { newsletter: 'true' } })
    return redirect(addressOf('searches'), 303)
  }
  const { apiError } = await orApiError(ctx.call(removeSavedSearch, { params: { id: Number(form.get('search')) } }))
  // 404: another device has already removed it.
  if (apiError && apiError.status !== 404) throw data({ apiError }, { status: apiError.status })
  return redirect(addressOf('searches', { removed: 1 }), 303)
}

/** The reader's saved searches. */
export default function SearchesScreen() {
  const t = useText()
  const { locale } = useViewer()
  const { searches, sendsEmails, isSaved, isRemoved } = useLoaderData<typeof loader>()
  const said = isSaved ? 'SHELF.SEARCH_SAVED' : isRemoved ? 'SHELF.SEARCH_REMOVED' : null
  return (
    <LibraryPage title={t('SHELF.SEARCHES_TITLE')} lead={searches.length > 0 && sendsEmails && t('SHELF.SEARCHES_LEAD')}>
      {said && (
        <Notice kind="good" autoFocus>
          {t(said)}
        </Notice>
      )}
      {!sendsEmails && (
        <form method="post" action={addressOf('searches')} data-once="">
          <AccountField />
          <input type="hidden" name="intent" value="on" />
          <p>{t('SHELF.SEARCHES_OFF')}</p>
          <Button kind="quiet">{t('SHELF.SEARCHES_ON')}</Button>
        </form>
      )}
      {searches.length === 0 ? (
        <EmptyPlace>{t('SHELF.SEARCHES_EMPTY')}</EmptyPlace>
      ) : (
        <ul className={style.rows}>
          {searches.map(({ id, q, title, language: only, at }) => (
            <li key={id}>
              <div>
                <h2>
                  <a href={searchAddress(q, { title: title?.key, language: only ?? undefined, order: 'newest' })}>{q}</a>
                </h2>
                <p className={style.about}>
                  {[
                    title && t('SHELF.SEARCH_IN', { name: title.name }),
                    only && t(`SHELF.SEARCH_${only}` as MessageKey),
                    t('SHELF.SEARCH_SINCE', { day: formatDay(locale, at) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <form method="post" action={addressOf('searches')} data-once="">
                <AccountField />
                <input type="hidden" name="search" value={id} />
                <button type="submit" className="button quiet" aria-label={`${t('SHELF.REMOVE_SEARCH')}, ${q}`}>
                  {t('SHELF.REMOVE_SEARCH')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </LibraryPage>
  )
}
