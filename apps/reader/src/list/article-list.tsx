import { readerAddress } from '@kiosk/domain/addresses'
import { ARTICLE_PICTURE_PIXELS, type PageWidth, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { textDirection } from '@kiosk/domain/text-direction'
import { type CSSProperties, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { GateOffer } from '../pages/gate-offer.tsx'
import { articlePictureAddress, imageAddress, isOfDownload } from '../pages/image-address.ts'
import { Icon } from '../shell/icon.tsx'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import { useReading } from '../shell/reader-context.ts'
import type { View } from '../shell/storage.ts'
import styles from './article-list.module.css'
import { articlesByPage, type PageOfArticles } from './articles-by-page.ts'
import { ViewSwitch } from './view-switch.tsx'

/** The front page is shown larger. */
const FRONT_WIDTH_PIXELS = 720 satisfies PageWidth

/** The state of the list when it was left: its scroll position in pixels, and the address of the link that was followed. */
export type ListPlace = { scrolled: number; followed: string | null }

type Options = {
  /** Page at which the reader continues; 1 = nothing was read yet. */
  resume: number
  /** Height of the notice over the list. Pixels. */
  notice: number
  /** Survives while pages are shown instead of the list. */
  left: RefObject<ListPlace>
  onPage: (page: number) => void
  onArticle: (id: string) => void
  onView: (view: View) => void
}

/** An issue as a list of its articles, page by page. */
export function ArticleList({ resume, notice, left, onPage, onArticle, onView }: Options) {
  const { contents, access, t } = useReading()
  const list = useRef<HTMLElement>(null)
  const pages = articlesByPage(contents.articles, access.pagesOpen)
  const firstClosed = pages.find(({ open }) => !open)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const { scrolled, followed } = left.current
    element.scrollTop = scrolled
    if (followed) element.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`)?.focus({ preventScroll: true })
  }, [left])
  /** Opens a link in place, unless it should open in another tab. */
  const follow = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    left.current.followed = event.currentTarget.getAttribute('href')
    act()
  }
  return (
    <main
      ref={list}
      className={styles.list}
      style={{ '--notice': `${notice}px` } as CSSProperties}
      aria-labelledby="list-heading"
      data-article-list=""
      onScroll={(event) => {
        left.current.scrolled = event.currentTarget.scrollTop
      }}
    >
      <div className={styles.column}>
        <div className={styles.head}>
          <h2 id="list-heading">{t('READER.LIST')}</h2>
          <ViewSwitch view="articles" onView={onView} />
        </div>
        {resume > 1 && (
          <p className={styles.resume}>
            <a
              href={readerAddress('/reader', contents.uid, { page: resume })}
              data-resume=""
              onClick={follow(() => onPage(resume))}
            >
              {t('READER.LIST_RESUME', { page: resume })}
              <Icon name="next" />
            </a>
          </p>
        )}
        {pages.map((each) => (
          <div key={each.page}>
            {each === firstClosed && <GateOffer page={each.page} />}
            <PageSection each={each} follow={follow} onPage={onPage} onArticle={onArticle} />
          </div>
        ))}
      </div>
    </main>
  )
}

type SectionOptions = Pick<Options, 'onPage' | 'onArticle'> & {
  each: PageOfArticles<ListedArticle>
  follow: (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A page with the articles that begin on it. */
function PageSection({ each: { page, open, articles }, follow, onPage, onArticle }: SectionOptions) {
  const { contents, access, t } = useReading()
  const { uid } = contents
  const size = contents.pages.find(({ number }) => number === page)
  const pictures = isOfDownload(access.signature) ? [] : articles.filter((article) => hasPicture(article, access.pagesOpen))
  const languageOf = ({ language = contents.language }: ListedArticle) => ({ lang: language, dir: textDirection(language) })
  const closed = t(access.because === 'register' ? 'READER.LIST_CLOSED_REGISTER' : 'READER.LIST_CLOSED_SUBSCRIBE')
  return (
    <section
      className={page === 1 ? `${styles.page} ${styles.front}` : styles.page}
      aria-labelledby={`list-page-${page}`}
      data-list-page={page}
    >
      <h3 id={`list-page-${page}`}>
        <a href={readerAddress('/reader', uid, { page })} onClick={follow(() => onPage(page))}>
          {(page === 1 || pictures.length === 0) && (
            <span className={styles.picture} style={{ aspectRatio: size && `${size.width} / ${size.height}` }}>
              {open ? (
                <img
                  src={imageAddress(uid, page, page === 1 ? FRONT_WIDTH_PIXELS : THUMBNAIL_WIDTH_PIXELS, access.signature)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              ) : (
                <Icon name="lock" />
              )}
            </span>
          )}
          <span>
            {page === 1 && `${t('READER.LIST_FRONT')}\u00a0· `}
            <span className={styles.number}>
              {t('READER.PAGE', { page })}
              <Icon name="next" />
            </span>
          </span>
        </a>
      </h3>
      {articles.length > 0 && (
        <ul>
          {articles.map((article) => (
            <li key={article.id} data-closed={!article.open || undefined}>
              {page !== 1 && pictures.includes(article) && <ArticlePicture article={article} />}
              <h4 {...languageOf(article)}>
                <a
                  href={readerAddress('/reader', uid, { page, article: article.id })}
                  onClick={follow(() => onArticle(article.id))}
                >
                  {article.headline}
                </a>
              </h4>
              {article.teaser && (
                <p className={styles.teaser} {...languageOf(article)}>
                  {article.teaser}
                </p>
              )}
              {(article.byline || !article.open) && (
                <p className={styles.note}>
                  {article.byline && <span>{t('READER.BY', { byline: article.byline })}</span>}
                  {!article.open && (
                    <span className={styles.closed}>
                      <Icon name="lock" />
                      {closed}
                    </span>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ListedArticle = ReturnType<typeof useReading>['contents']['articles'][number]

/** Whether an article has a picture on a page that may be read. */
const hasPicture = ({ picture }: ListedArticle, pagesOpen: number) => picture !== undefined && picture.page <= pagesOpen

/** The printed picture of an article; its space is reserved before it has loaded. */
function ArticlePicture({ article: { id, picture } }: { article: ListedArticle }) {
  const { contents, access } = useReading()
  const [missing, setMissing] = useState(false)
  if (!picture || missing) return null
  return (
    <img
      className={styles.cut}
      src={articlePictureAddress(contents.uid, picture.page, id, access.signature)}
      width={ARTICLE_PICTURE_PIXELS.width}
      height={ARTICLE_PICTURE_PIXELS.height}
      alt=""
      loading="lazy"
      decoding="async"
      data-picture=""
      onError={() => setMissing(true)}
    />
  )
}
