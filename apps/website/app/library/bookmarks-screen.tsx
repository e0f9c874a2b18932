import { bookmarks as bookmarksEndpoint, editBookmark, removeBookmark } from '@kiosk/contract/routes'
import { addressOf, afterOf, readerAddress } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { bookmarkMessages } from '@kiosk/i18n/messages/bookmarks'
import { readingMessages } from '@kiosk/i18n/messages/reading'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { Button } from '@kiosk/ui/button'
import { TextArea } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './library.module.css'
import { LibraryEntry } from './library-entry.tsx'
import { EmptyPlace, LibraryPage, libraryHead, Pager } from './library-page.tsx'
import { afterIn } from './paging.ts'

const BOOKMARKS_PER_PAGE = 30
/** Maximum length of a note. */
const NOTE_CHARACTERS = 2000

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const after = afterIn(request)
  const { answer, apiError } = await orApiError(ctx.call(bookmarksEndpoint, { query: { limit: BOOKMARKS_PER_PAGE, after } }))
  // Show the first page for an invalid cursor, and for one after the last bookmark.
  if (after !== null && (apiError?.status === 400 || answer?.bookmarks.length === 0)) throw redirect(addressOf('bookmarks'))
  if (apiError) throw data({ apiError }, { status: apiError.status })
  const { searchParams } = new URL(request.url)
  return {
    words: ctx.words(shelfMessages, bookmarkMessages, readingMessages),
    head: libraryHead,
    bookmarks: answer.bookmarks,
    after,
    next: afterOf(answer.nextUrl),
    saved: Number(searchParams.get('saved')),
    isRemoved: searchParams.has('removed'),
  }
}

type Bookmark = ReturnType<typeof useLoaderData<typeof loader>>['bookmarks'][number]
/** A note that could not be saved, as typed; `id`: its bookmark. */
type Unsaved = { apiError: ApiError; inForm: true; id: number; note: string }

/** Saves the note of a bookmark, or removes the bookmark. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await accountForm(ctx, request)
  const id = Number(form.get('bookmark'))
  const after = afterIn(request)
  if (form.get('intent') === 'remove') {
    const { apiError } = await orApiError(ctx.call(removeBookmark, { params: { id } }))
    // 404: another device has already removed it.
    if (apiError && apiError.status !== 404) throw data({ apiError }, { status: apiError.status })
    return redirect(addressOf('bookmarks', { after, removed: 1 }), 303)
  }
  const note = String(form.get('note') ?? '').replaceAll('\r\n', '\n')
  const { apiError: error } =
    note.trim().length > NOTE_CHARACTERS
      ? { apiError: errorAt('note', 'SHELF.NOTE_TOO_LONG') }
      : await orApiError(ctx.call(editBookmark, { params: { id }, body: { note } }))
  if (!error) return redirect(addressOf('bookmarks', { after, saved: id }, `#bookmark-${id}`), 303)
  const apiError = error.status === 404 ? errorAt(null, 'SHELF.BOOKMARK_GONE', 404) : error
  return data<Unsaved>({ apiError, inForm: true, id, note }, { status: apiError.status })
}

/** The reader's bookmarks with their notes. */
export default function BookmarksScreen() {
  const t = useText()
  const { bookmarks, after, next, saved, isRemoved } = useLoaderData<typeof loader>()
  const unsaved = useActionData() as Unsaved | undefined
  const isShown = bookmarks.some(({ id }) => id === unsaved?.id)
  return (
    <LibraryPage title={t('SHELF.BOOKMARKS')} lead={bookmarks.length > 0 && t('SHELF.BOOKMARKS_LEAD')}>
      {isRemoved && !unsaved && (
        <Notice kind="good" autoFocus>
          {t('SHELF.BOOKMARK_REMOVED')}
        </Notice>
      )}
      {unsaved && !isShown && (
        <Notice kind="error" autoFocus>
          {unsaved.apiError.message ?? t(unsaved.apiError.words as MessageKey)}
        </Notice>
      )}
      {bookmarks.length === 0 ? (
        <EmptyPlace>{t('SHELF.BOOKMARKS_EMPTY')}</EmptyPlace>
      ) : (
        <ul className={style.entries}>
          {bookmarks.map((bookmark) => (
            <Entry
              key={bookmark.id}
              bookmark={bookmark}
              isSaved={bookmark.id === saved && !unsaved}
              unsaved={unsaved?.id === bookmark.id ? unsaved : undefined}
            />
          ))}
        </ul>
      )}
      <Pager address={(from) => addressOf('bookmarks', { after: from })} next={next} isFirst={after === null} />
    </LibraryPage>
  )
}

function Entry({ bookmark, isSaved, unsaved }: { bookmark: Bookmark; isSaved: boolean; unsaved: Unsaved | undefined }) {
  const t = useText()
  const { locale } = useViewer()
  const { after } = useLoaderData<typeof loader>()
  const { id, issue, page, article, headline, note, at } = bookmark
  const where = t('READER.PAGE', { page })
  const heading = headline || `${issue.titleLine} · ${where}`
  const about = headline ? [issue.titleLine, issue.detailLine, where] : [issue.detailLine]
  const action = addressOf('bookmarks', { after })
  return (
    <LibraryEntry
      id={`bookmark-${id}`}
      issue={issue}
      href={readerAddress('/reader', issue.uid, { page, article: article ?? undefined })}
      heading={heading}
      lines={[about.filter(Boolean).join(' · '), t('SHELF.MARKED_ON', { day: formatDay(locale, at) })]}
    >
      {note && <p className={style.note}>{note}</p>}
      {isSaved && (
        <Notice kind="good" autoFocus>
          {t('SHELF.NOTE_SAVED')}
        </Notice>
      )}
      <div className={style.tools}>
        <details open={unsaved !== undefined}>
          <summary aria-label={`${t(note ? 'SHELF.EDIT_NOTE' : 'SHELF.ADD_NOTE')}, ${heading}`}>
            {t(note ? 'SHELF.EDIT_NOTE' : 'SHELF.ADD_NOTE')}
          </summary>
          <form method="post" action={action} className={style.noteForm} data-once="">
            <AccountField />
            <input type="hidden" name="bookmark" value={id} />
            <TextArea
              label={t('SHELF.BOOKMARK_NOTE')}
              name="note"
              rows={3}
              maxLength={NOTE_CHARACTERS}
              defaultValue={unsaved?.note ?? note}
              autoFocus={unsaved !== undefined}
              error={unsaved && (unsaved.apiError.message ?? t(unsaved.apiError.words as MessageKey, { count: NOTE_CHARACTERS }))}
            />
            <Button kind="quiet">{t('SHELF.SAVE_NOTE')}</Button>
          </form>
        </details>
        <form method="post" action={action} data-once="">
          <AccountField />
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="bookmark" value={id} />
          <button type="submit" className={style.textButton} aria-label={`${t('SHELF.REMOVE_BOOKMARK')}, ${heading}`}>
            {t('SHELF.REMOVE_BOOKMARK')}
          </button>
        </form>
      </div>
    </LibraryEntry>
  )
}
