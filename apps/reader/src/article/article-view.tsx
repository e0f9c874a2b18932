import { readerAddress } from '@kiosk/domain/addresses'
import type { Article } from '@kiosk/domain/reading/endpoints'
import { THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { withNoBreaks } from '@kiosk/domain/reading/no-breaks'
import { isReadByMachine } from '@kiosk/domain/reading/read-by-machine'
import { textDirection } from '@kiosk/domain/text-direction'
import { type ReactNode, useMemo } from 'react'
import { gateLinks } from '../pages/gate-links.ts'
import { GatePrice } from '../pages/gate-price.tsx'
import { imageAddress } from '../pages/image-address.ts'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import { useReading } from '../shell/reader-context.ts'
import { ArticleBody, shownInside } from './article-body.tsx'
import { ArticleFigure } from './article-figure.tsx'
import { articleParts } from './article-parts.ts'
import styles from './text-frame.module.css'
import { Beside, Failed, Note, Skeleton, Source, TextFrame, type TextSettings } from './text-frame.tsx'
import { useResponse } from './use-response.ts'

type Options = TextSettings & {
  id: string
  /** Called to go back to the page, or to another page of the article. */
  onClose: (page?: number) => void
  onArticle: (id: string) => void
  onListen: (id: string) => void
  slot: (element: HTMLElement | null) => void
  /** The bookmark button, for signed-in readers. */
  bookmark: ReactNode
  /** The article was opened from the list of articles, to which it leads back. */
  fromList: boolean
}

/** One article as text, in the reader's settings, over the page that it belongs to. */
export function ArticleView({ id, preferences, onPreferences, onClose, onArticle, onListen, slot, bookmark, fromList }: Options) {
  const { contents, api, t } = useReading()
  const { answer: article, failed, again } = useResponse(id, () => api.article(id))
  const index = contents.articles.findIndex((each) => each.id === id)
  const entry = contents.articles[index]
  const label = entry?.headline ?? t('READER.ARTICLE')
  const language = article?.language ?? entry?.language ?? contents.language
  // Below the deck, which arrives with the text.
  const known = article !== null || failed ? entry : undefined
  const byline = article?.byline || known?.byline
  const parts = useMemo(() => article && articleParts(article), [article])
  const neighbour = (at: number, words: string) => {
    const found = contents.articles[at]
    if (!found) return null
    return { id: found.id, label: t(words), headline: found.headline, lang: found.language ?? contents.language }
  }
  const neighbours = [neighbour(index - 1, 'READER.PREVIOUS_ARTICLE'), neighbour(index + 1, 'READER.NEXT_ARTICLE')] as [
    ReturnType<typeof neighbour>,
    ReturnType<typeof neighbour>,
  ]
  const go = (direction: 1 | -1) => {
    const found = contents.articles[index + direction]
    if (found) onArticle(found.id)
  }
  return (
    <TextFrame
      id={id}
      label={label}
      preferences={preferences}
      onPreferences={onPreferences}
      onClose={() => onClose()}
      onListen={() => onListen(id)}
      onBeside={go}
      tools={bookmark}
      fromList={fromList}
      slot={slot}
    >
      <article
        className={styles.text}
        lang={language}
        dir={textDirection(language)}
        data-readout={article ? id : undefined}
        data-look-up=""
      >
        <Source>
          {entry && <Pages uid={contents.uid} id={id} first={entry.firstPage} last={entry.lastPage} onPage={onClose} />}
        </Source>
        {article?.kicker && (
          <p className={styles.kicker} data-silent="">
            {article.kicker}
          </p>
        )}
        <h2 className={styles.headline}>{withNoBreaks(article?.headline ?? label)}</h2>
        {parts?.deck && <p className={styles.deck}>{shownInside(parts.deck, { onPage: onClose, notes: parts.notes })}</p>}
        {byline && (
          <p className={styles.byline} lang={document.documentElement.lang} data-silent="">
            {t('READER.BY', { byline })}
          </p>
        )}
        {known && isReadByMachine(contents, known) && <Note>{t('READER.READ_BY_MACHINE')}</Note>}
        {parts?.lead && <ArticleFigure key={`${id} lead`} articleId={id} picture={parts.lead} language={language} isLead />}
        {parts && (
          <div className={styles.body}>
            <ArticleBody key={id} id={id} language={language} parts={parts} onPage={onClose} />
          </div>
        )}
        {!article && !failed && <Skeleton words={t('READER.ARTICLE_LOADING')} />}
        {failed && <Failed words={t('READER.ARTICLE_FAILED')} again={again} />}
      </article>
      {article && !article.whole && <ReadOn article={article} />}
      {(article || failed) && <Beside label={t('READER.ARTICLES')} neighbours={neighbours} onGo={go} />}
    </TextFrame>
  )
}

/** Links to the first and the last page of the article, with thumbnails. */
function Pages({
  uid,
  id,
  first,
  last,
  onPage,
}: {
  uid: string
  id: string
  first: number
  last: number
  onPage: (page: number) => void
}) {
  const { access, t } = useReading()
  const pages = first === last ? [first] : [first, last]
  return (
    <p className={styles.pages}>
      {pages.map((page) => (
        <a
          key={`${id} ${page}`}
          href={readerAddress('/reader', uid, { page })}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onPage(page)
          }}
        >
          {page <= access.pagesOpen && (
            <img src={imageAddress(uid, page, THUMBNAIL_WIDTH_PIXELS, access.signature)} alt="" loading="lazy" />
          )}
          {t('READER.PAGE', { page })}
        </a>
      ))}
    </p>
  )
}

/** Offers to unlock an article if only its beginning is open. */
function ReadOn({ article: { id, firstPage } }: { article: Article }) {
  const { access, contents, t, account } = useReading()
  const subscribe = access.because === 'subscribe'
  const back = readerAddress('/reader', contents.uid, { page: firstPage, article: id })
  const [open, login] = gateLinks(access.because, account, back)
  return (
    <aside className={styles.readOn}>
      <p>
        <strong>{t('READER.ARTICLE_PART')}</strong> {t(subscribe ? 'READER.GATE_SUBSCRIBE_TEXT' : 'READER.GATE_REGISTER_TEXT')}
      </p>
      <p className={styles.ways}>
        <a href={open.href}>{t(open.words)}</a>
        {login && (
          <a data-quiet="" href={login.href}>
            {t(login.words)}
          </a>
        )}
      </p>
      <GatePrice className={styles.price} />
    </aside>
  )
}
