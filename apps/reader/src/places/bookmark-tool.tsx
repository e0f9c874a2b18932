import { ApiError } from '@kiosk/api-client/api-error'
import * as routes from '@kiosk/contract/routes'
import { LONGEST_NOTE_CHARACTERS } from '@kiosk/domain/reading/limits'
import type { Bookmark } from '@kiosk/domain/reading/shelf-endpoints'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../shell/icon.tsx'
import { Panel } from '../shell/panel.tsx'
import { readerClient } from '../shell/reader-client.ts'
import { useReading } from '../shell/reader-context.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import styles from './bookmark-tool.module.css'

type Options = { data: ReaderData; page: number; article: string | null }
type Stored = Pick<Bookmark, 'id' | 'page' | 'article' | 'note'>

/** Time that the confirmation and its link to add a note are shown. */
const SHOWN_FOR_MS = 7000

/** The bookmark button: bookmarks the current article or page, offers to add a note, and removes the bookmark again. */
export function BookmarkTool({ data, page, article }: Options) {
  const { t } = useReading()
  const [stored, setStored] = useState<readonly Stored[]>([])
  const [announcement, setAnnouncement] = useState('')
  const [noting, setNoting] = useState(false)
  const message = useRef<HTMLDivElement>(null)
  const { contents, token, language, owner } = data
  const client = useMemo(() => readerClient({ token, language, owner }), [token, language, owner])
  useEffect(() => {
    client.call(routes.bookmarks, { query: { issue: contents.uid } }).then(
      (answer) => setStored(answer.bookmarks),
      () => undefined,
    )
  }, [contents.uid, client])
  useEffect(() => {
    if (!announcement || noting) return
    // With the button that has the focus, the focus would go, too.
    const isInUse = () => message.current?.contains(document.activeElement)
    const timer = setInterval(() => !isInUse() && setAnnouncement(''), SHOWN_FOR_MS)
    return () => clearInterval(timer)
  }, [announcement, noting])
  const here = stored.find((each) => (article ? each.article === article : each.page === page && each.article === null))
  const toggle = async () => {
    try {
      if (here) {
        await client.call(routes.removeBookmark, { params: { id: here.id } })
        setStored(stored.filter((each) => each !== here))
        setAnnouncement('')
      } else {
        const body = { issue: contents.uid, page, article: article ?? '' }
        setStored([...stored, await client.call(routes.addBookmark, { body })])
        setAnnouncement(t('SHELF.BOOKMARKED'))
      }
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === 'too_many_bookmarks'
      setAnnouncement(t(isFull ? 'SHELF.BOOKMARKS_FULL' : 'SHELF.BOOKMARK_FAILED'))
    }
  }
  const saveNote = async (note: string) => {
    if (!here) return
    setNoting(false)
    try {
      await client.call(routes.editBookmark, { params: { id: here.id }, body: { note } })
      setStored(stored.map((each) => (each === here ? { ...each, note } : each)))
      setAnnouncement(t('SHELF.NOTE_SAVED'))
    } catch {
      setAnnouncement(t('SHELF.BOOKMARK_FAILED'))
    }
  }
  const label = t(here ? 'SHELF.REMOVE_BOOKMARK' : 'SHELF.BOOKMARK')
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={label}
        title={label}
        aria-pressed={here !== undefined}
        data-bookmark=""
        data-caption={t('READER.CAPTION.BOOKMARK')}
        onClick={toggle}
      >
        <Icon name={here ? 'bookmarked' : 'bookmark'} />
      </button>
      <div ref={message} className={announcement ? styles.message : 'unseen'} data-bookmark-announcement="">
        <span role="status">{announcement}</span>
        {announcement && here && (
          <button type="button" onClick={() => setNoting(true)}>
            {t(here.note ? 'SHELF.EDIT_NOTE' : 'SHELF.ADD_NOTE')}
          </button>
        )}
      </div>
      {noting &&
        here &&
        createPortal(
          <Panel label={t('SHELF.BOOKMARK_NOTE')} kind="menu" modal onClose={() => setNoting(false)}>
            <form
              className={styles.note}
              onSubmit={(event) => {
                event.preventDefault()
                void saveNote(String(new FormData(event.currentTarget).get('note') ?? '').trim())
              }}
            >
              <textarea
                name="note"
                rows={4}
                maxLength={LONGEST_NOTE_CHARACTERS}
                defaultValue={here.note}
                aria-label={t('SHELF.BOOKMARK_NOTE')}
                data-focus=""
              />
              <button type="submit">{t('SHELF.SAVE_NOTE')}</button>
            </form>
          </Panel>,
          document.body,
        )}
    </>
  )
}
