import type { Bookmark } from '@kiosk/domain/reading/shelf-endpoints'
import { useEffect, useState } from 'react'
import { Icon } from '../shell/icon.tsx'
import { useReading } from '../shell/reader-context.ts'
import type { ReaderData } from '../shell/reader-data.ts'

type Given = { data: ReaderData; page: number; article: string | null }
type Kept = Pick<Bookmark, 'id' | 'page' | 'article'>

/** The ribbon: sets a bookmark on the article or the page in hand, and takes it away again. Notes are written on the shelf. */
export function BookmarkTool({ data, page, article }: Given) {
  const { t } = useReading()
  const [kept, setKept] = useState<readonly Kept[]>([])
  const [said, setSaid] = useState('')
  const { contents, token, language } = data
  useEffect(() => {
    ask<{ bookmarks: Kept[] }>({ token, language }, 'GET', `?issue=${encodeURIComponent(contents.uid)}`).then(
      (answer) => setKept(answer?.bookmarks ?? []),
      () => undefined,
    )
  }, [contents.uid, token, language])
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
      <span className="unseen" role="status">
        {said}
      </span>
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
