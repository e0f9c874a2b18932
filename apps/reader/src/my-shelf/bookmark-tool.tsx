import type { Bookmark } from '@kiosk/domain/reading/shelf-endpoints'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../shell/icon.tsx'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import styles from './bookmark-tool.module.css'

type Given = { data: ReaderData; page: number; article: string | null }
type Kept = Pick<Bookmark, 'id' | 'page' | 'article' | 'note'>

/** Milliseconds that the word of what was done stays, with the way to a note. */
const STAYS = 7000

/** The ribbon: sets a bookmark on the article or the page in hand, offers a note to it, and takes it away again. */
export function BookmarkTool({ data, page, article }: Given) {
  const { t } = useReading()
  const [kept, setKept] = useState<readonly Kept[]>([])
  const [said, setSaid] = useState('')
  const [noting, setNoting] = useState(false)
  const { contents, token, language } = data
  useEffect(() => {
    ask<{ bookmarks: Kept[] }>({ token, language }, 'GET', `?issue=${encodeURIComponent(contents.uid)}`).then(
      (answer) => setKept(answer?.bookmarks ?? []),
      () => undefined,
    )
  }, [contents.uid, token, language])
  useEffect(() => {
    if (!said || noting) return
    const timer = setTimeout(() => setSaid(''), STAYS)
    return () => clearTimeout(timer)
  }, [said, noting])
  const here = kept.find((each) => (article ? each.article === article : each.page === page && each.article === null))
  const toggle = async () => {
    try {
      if (here) {
        await ask({ token, language }, 'DELETE', `/${here.id}`)
        setKept(kept.filter((each) => each !== here))
        setSaid('')
      } else {
        const body = new URLSearchParams({ issue: contents.uid, page: String(page), article: article ?? '' })
        const made = await ask<Kept>({ token, language }, 'POST', '', body)
        if (made) setKept([...kept, made])
        setSaid(t('SHELF.BOOKMARKED'))
      }
    } catch {
      setSaid(t('SHELF.BOOKMARK_FAILED'))
    }
  }
  const saveNote = async (note: string) => {
    if (!here) return
    setNoting(false)
    try {
      await ask({ token, language }, 'PUT', `/${here.id}`, new URLSearchParams({ note }))
      setKept(kept.map((each) => (each === here ? { ...each, note } : each)))
      setSaid(t('SHELF.NOTE_SAVED'))
    } catch {
      setSaid(t('SHELF.BOOKMARK_FAILED'))
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
      <div className={said ? styles.said : 'unseen'} data-bookmark-said="">
        <span role="status">{said}</span>
        {said && here && (
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
                maxLength={2000}
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

async function ask<T>(
  caller: Pick<ReaderData, 'token' | 'language'>,
  method: string,
  rest: string,
  body?: URLSearchParams,
): Promise<T | null> {
  const answer = await fetch(`/api/v8/reader/bookmarks${rest}`, {
    method,
    credentials: 'same-origin',
    headers: { 'x-api-token': caller.token, 'accept-language': caller.language, accept: 'application/json' },
    ...(body && { body }),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.status === 204 ? null : ((await answer.json()) as T)
}
