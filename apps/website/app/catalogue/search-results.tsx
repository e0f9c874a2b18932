import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT } from '@kiosk/domain/catalogue/limits'
import { Cover } from '@kiosk/ui/cover'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { IssuePlace } from './issue-place.tsx'
import { searchAddress } from './search-address.ts'
import type { Found, PageHit, Search } from './search-loading.ts'
import style from './search-results.module.css'

/**
 * Search results: issues by title, also with a typo, then pages by text, each linking to that page in the reader.
 */
export function SearchResults({ requested, found }: { requested: Search; found: Found }) {
  const t = useText()
  const { state } = useViewer()
  const { term, narrowing, after } = requested
  const { issues, pages, reduced, closedLeftOut, corrected } = found
  const nothing = issues.length === 0 && pages.length === 0
  const byTitle = issues.length > 0 && (
    <section aria-labelledby="found-issues">
      <h2 id="found-issues" className={style.heading}>
        {t('CATALOGUE.SEARCH_ISSUES', { count: issues.length })}
      </h2>
      <ul className={style.grid}>
        {issues.map((issue, index) => (
          <li key={issue.uid} className={style.place} data-issue={issue.uid}>
            <IssuePlace issue={issue} height={COVER_HEIGHT.search} first={index < 2} sizes="(max-width: 600px) 43vw, 297px" />
          </li>
        ))}
      </ul>
    </section>
  )
  const inPages = pages.length > 0 && (
    <section aria-labelledby="found-pages" className={style.pages}>
      <h2 id="found-pages" className={style.heading}>
        {t('CATALOGUE.SEARCH_PAGES')}
      </h2>
      <ul className={style.hits}>
        {pages.map((hit) => (
          <li key={`${hit.issue.uid} ${hit.page}`}>
            <FoundPage hit={hit} />
            {narrowing.title === undefined && (
              <a className={style.more} href={searchAddress(corrected ?? term, { ...narrowing, title: hit.magazineKey })}>
                {t('CATALOGUE.SEARCH_IN_TITLE', { title: hit.issue.titleLine })}
              </a>
            )}
          </li>
        ))}
      </ul>
      <nav className={style.pagination} aria-label={t('CATALOGUE.SEARCH_LEAF')}>
        {after && <a href={searchAddress(term, narrowing)}>← {t('CATALOGUE.SEARCH_FIRST')}</a>}
        {found.after && (
          <a rel="next" href={searchAddress(corrected ?? term, narrowing, found.after)}>
            {t('CATALOGUE.SEARCH_NEXT')} →
          </a>
        )}
      </nav>
    </section>
  )
  return (
    <div>
      {reduced && (
        <p role="alert" className={style.notice}>
          {t('CATALOGUE.SEARCH_REDUCED')}
        </p>
      )}
      {closedLeftOut && (
        <p role="status" className={style.notice}>
          {t('CATALOGUE.SEARCH_CLOSED_LEFT_OUT')} {state === 'anonymous' && t('CATALOGUE.SEARCH_COUNTED_APART')}
        </p>
      )}
      {corrected !== null && (
        <p role="status" className={style.notice}>
          {t('CATALOGUE.SEARCH_CORRECTED', { term })}{' '}
          <a href={searchAddress(corrected, narrowing)}>{t('CATALOGUE.SEARCH_MEANT', { term: corrected })}</a>
        </p>
      )}
      {nothing && (
        <div className={style.nothing} role="status">
          <p className={style.nothingTitle}>{t('CATALOGUE.NOTHING_FOUND', { term })}</p>
          <p>{t('CATALOGUE.NOTHING_FOUND_HINT')}</p>
          <p>
            <a className="button" href={addressOf('catalogue')}>
              {t('CATALOGUE.BACK')}
            </a>
          </p>
        </div>
      )}
      {byTitle}
      {inPages}
    </div>
  )
}

function FoundPage({ hit: { issue, page, snippet } }: { hit: PageHit }) {
  const t = useText()
  const { webapp } = useViewer()
  // For a closed page the snippet is a complete headline.
  const isCut = snippet.some(({ hit }) => hit)
  const cutBefore = isCut && /^\p{Ll}/u.test(snippet[0]?.text ?? '')
  const cutBehind = isCut && !/[.!?…]["”“»’]?\s*$/.test(snippet.at(-1)?.text ?? '.')
  return (
    <a className={style.hit} href={readerAddress(webapp, issue.uid, { page })}>
      <span className={style.hitPosition}>
        <Cover picture={issue} alt="" height={96} {...(style.hitCover && { className: style.hitCover })} />
      </span>
      <span className={style.hitText}>
        <span className={style.hitTitle}>
          {issue.titleLine}, {issue.detailLine}
        </span>
        <span className={style.hitPage}>{t('CATALOGUE.PAGE', { page })}</span>
        <span className={style.snippet}>
          {cutBefore && '…\u00a0'}
          {snippet.map(({ text, hit }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a snippet never change places
            hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
          {cutBehind && '\u00a0…'}
        </span>
      </span>
    </a>
  )
}
