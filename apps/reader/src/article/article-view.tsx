import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Article } from '@kiosk/domain/reading/endpoints'
import { useEffect, useRef, useState } from 'react'
import { Choice } from '../shell/choice.tsx'
import { Icon } from '../shell/icon.tsx'
import type { Preferences } from '../shell/memory.ts'
import { articleThemes, textSizes, textWidths } from '../shell/memory.ts'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import { ArticleBody } from './article-body.tsx'
import styles from './article-view.module.css'

type Given = {
  id: string
  preferences: Preferences
  onPreferences: (preferences: Preferences) => void
  onClose: () => void
  onArticle: (id: string) => void
}

/** One article as text, set as its reader likes it; the page it came from waits behind it. */
export function ArticleView({ id, preferences, onPreferences, onClose, onArticle }: Given) {
  const { contents, t } = useReading()
  const { article, failed, again } = useArticle(id)
  const [setting, setSetting] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const index = contents.articles.findIndex((each) => each.id === id)
  const entry = contents.articles[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article begins at its top
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
    scroller.current?.focus()
  }, [id])
  const label = entry?.headline ?? t('READER.ARTICLE')
  const { textSize, textWidth, articleTheme } = preferences
  const beside = [contents.articles[index - 1], contents.articles[index + 1]]
  return (
    <Panel label={label} kind="article" modal head={false} onClose={onClose}>
      <div className={styles.view} data-theme={articleTheme} data-size={textSize} data-width={textWidth} data-article-view={id}>
        <div className={styles.bar}>
          <button type="button" className={styles.back} onClick={onClose}>
            <Icon name="back" />
            <span>{t('READER.BACK_TO_PAGE')}</span>
          </button>
          <button
            type="button"
            className="tool"
            aria-expanded={setting}
            aria-label={t('READER.TEXT_SETTINGS')}
            onClick={() => setSetting(!setting)}
          >
            <Icon name="text" />
          </button>
        </div>
        {setting && (
          <div className={styles.settings}>
            <Choice
              name="size"
              legend={t('READER.TEXT_SIZE')}
              words="READER.TEXT_SIZE"
              options={textSizes}
              chosen={textSize}
              onChoose={(textSize) => onPreferences({ ...preferences, textSize })}
            />
            <Choice
              name="width"
              legend={t('READER.TEXT_WIDTH')}
              words="READER.TEXT_WIDTH"
              options={textWidths}
              chosen={textWidth}
              onChoose={(textWidth) => onPreferences({ ...preferences, textWidth })}
            />
            <Choice
              name="theme"
              legend={t('READER.TEXT_THEME')}
              words="READER.TEXT_THEME"
              options={articleThemes}
              chosen={articleTheme}
              onChoose={(articleTheme) => onPreferences({ ...preferences, articleTheme })}
            />
          </div>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div ref={scroller} className={styles.scroller} tabIndex={0} role="document" aria-label={label}>
          <article className={styles.text} lang={article?.language ?? contents.language}>
            <p className={styles.source} lang={contents.language}>
              {contents.titleLine} · {entry && t('READER.PAGE', { page: entry.firstPage })}
            </p>
            <h2 className={styles.headline}>{article?.headline ?? label}</h2>
            {(article?.byline ?? entry?.byline) && <p className={styles.byline}>{article?.byline ?? entry?.byline}</p>}
            {article && (
              <div className={styles.body}>
                <ArticleBody html={article.html} />
              </div>
            )}
            {!article && !failed && <Skeleton words={t('READER.ARTICLE_LOADING')} />}
            {failed && (
              <div role="alert" className={styles.failed}>
                <p>{t('READER.ARTICLE_FAILED')}</p>
                <button type="button" onClick={again}>
                  {t('READER.TRY_AGAIN')}
                </button>
              </div>
            )}
          </article>
          {article && !article.whole && <ReadOn id={id} page={article.firstPage} />}
          <nav className={styles.beside} aria-label={t('READER.ARTICLES')}>
            {beside.map(
              (each, direction) =>
                each && (
                  <button key={each.id} type="button" onClick={() => onArticle(each.id)} data-next={direction === 1 || undefined}>
                    <small>{t(direction === 0 ? 'READER.PREVIOUS_ARTICLE' : 'READER.NEXT_ARTICLE')}</small>
                    <span lang={contents.language}>{each.headline}</span>
                  </button>
                ),
            )}
          </nav>
        </div>
      </div>
    </Panel>
  )
}

/** What opens the rest of an article of which only the beginning may be read. */
function ReadOn({ id, page }: { id: string; page: number }) {
  const { access, contents, t } = useReading()
  const subscribe = access.because === 'subscribe'
  return (
    <aside className={styles.readOn}>
      <p>
        <strong>{t('READER.ARTICLE_PART')}</strong> {t(subscribe ? 'READER.GATE_SUBSCRIBE_TEXT' : 'READER.GATE_REGISTER_TEXT')}
      </p>
      <p className={styles.ways}>
        <a href={addressOf(subscribe ? 'subscriptions' : 'register')}>
          {t(subscribe ? 'READER.GATE_SUBSCRIBE_GO' : 'READER.GATE_REGISTER_GO')}
        </a>
        <a data-quiet="" href={addressOf('login', { redirect: readerAddress('/reader', contents.uid, { page, article: id }) })}>
          {t('READER.GATE_LOGIN')}
        </a>
      </p>
    </aside>
  )
}

function Skeleton({ words }: { words: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="unseen">{words}</span>
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

function useArticle(id: string): { article: Article | null; failed: boolean; again: () => void } {
  const { api } = useReading()
  const [answer, setAnswer] = useState<{ id: string; article: Article | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    let gone = false
    setAnswer(null)
    api.article(id).then(
      (article) => !gone && setAnswer({ id, article }),
      () => !gone && setAnswer({ id, article: null }),
    )
    return () => {
      gone = true
    }
  }, [id, api, attempt])
  const current = answer?.id === id ? answer : null
  return {
    article: current?.article ?? null,
    failed: current !== null && current.article === null,
    again: () => setAttempt(attempt + 1),
  }
}
