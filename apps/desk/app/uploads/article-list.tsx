import { uploadArticle } from '@kiosk/contract/desk-routes'
import { type ReactNode, useState } from 'react'
import { deskClient } from '../shell/desk-client.ts'
import { useText } from '../shell/use-text.tsx'
import style from './uploads.module.css'

type Props = {
  id: string
  articles: readonly { headline: string; byline: string; firstPage: number; lastPage: number }[]
}

/** The articles of a draft; each opens to its text. */
export function ArticleList({ id, articles }: Props) {
  const t = useText()
  const numbered = articles.map((article, index) => ({ ...article, index }))
  if (articles.length === 0) return <p>{t('DESK.UPLOAD.NO_ARTICLES')}</p>
  return (
    <ul className={style.articles}>
      {numbered.map(({ index, headline, byline, firstPage, lastPage }) => (
        <li key={index}>
          <Article id={id} index={index}>
            <strong>{headline}</strong>
            <small className={style.small}>
              {[
                byline,
                lastPage > firstPage
                  ? t('DESK.UPLOAD.ARTICLE_PAGES', { first: firstPage, last: lastPage })
                  : t('DESK.UPLOAD.PAGE_OF', { page: firstPage }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </Article>
        </li>
      ))}
    </ul>
  )
}

/** Loads the text when it is opened. */
function Article({ id, index, children }: { id: string; index: number; children: ReactNode }) {
  const t = useText()
  const [text, setText] = useState<string | null>(null)
  const [isFailed, setFailed] = useState(false)
  function load(): void {
    if (text !== null) return
    setFailed(false)
    deskClient
      .call(uploadArticle, { params: { id, article: index } })
      .then((answer) => setText(answer.text))
      .catch(() => setFailed(true))
  }
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && load()}>
      <summary>{children}</summary>
      <p className={style.text}>{isFailed ? t('DESK.ERROR.FAILED_BODY') : text}</p>
    </details>
  )
}
