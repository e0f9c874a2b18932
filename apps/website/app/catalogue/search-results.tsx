import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Cover } from '@kiosk/ui/cover'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import type { ReaderState } from '../shell/visitor-lookups.ts'
import type { CardIssue } from './issue-cards.ts'
import { IssuePlace } from './issue-place.tsx'
import { searchAddress } from './search-address.ts'
import type { Found, FoundTitle, PageHit, Search } from './search-loading.ts'
import style from './search-results.module.css'

/**
 * Search results: titles by name, even with a typo, then articles by headline and pages by text, each with whether it is open
 * to the visitor, and linking to its place in the reader. A closed one leads to the reader's gate for it.
 */
export function SearchResults({ requested, found }: { requested: Search; found: Found }) {
  const t = useText()
  const { state } = useViewer()
  const { term, narrowing, after } = requested
  const { titles, pages, reduced, closedLeftOut, corrected } = found
  const nothing = titles.length === 0 && pages.length === 0
  const byTitle = titles.length > 0 && (
    <section aria-labelledby="found-titles">
      <h2 id="found-titles" className={style.heading}>
        {t('CATALOGUE.SEARCH_TITLES', { count: titles.length })}
      </h2>
      <ul className={style.grid}>
        {titles.map((title, index) => (
          <FoundTitlePlace key={title.magazineKey} title={title} first={index < 2} />
        ))}
      </ul>
    </section>
  )
  const section = (id: string, heading: string, hits: readonly PageHit[]) =>
    hits.length > 0 && (
      <section aria-labelledby={id} className={style.pages}>
        <h2 id={id} className={style.heading}>
          {heading}
        </h2>
        <ul className={style.hits}>
          {hits.map((hit) => (
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
      </section>
    )
  const articles = pages.filter(({ article }) => article !== null)
  const others = pages.filter(({ article }) => article === null)
  const leaf = (after || found.after) && (
    <nav className={style.pagination} aria-label={t('CATALOGUE.SEARCH_LEAF')}>
      {after && <a href={searchAddress(term, narrowing)}>← {t('CATALOGUE.SEARCH_FIRST')}</a>}
      {found.after && (
        <a rel="next" href={searchAddress(corrected ?? term, narrowing, found.after)}>
          {t('CATALOGUE.SEARCH_NEXT')} →
        </a>
      )}
    </nav>
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
      {section('found-articles', t('CATALOGUE.SEARCH_ARTICLES'), articles)}
      {section('found-pages', t('CATALOGUE.SEARCH_PAGES'), others)}
      {leaf}
    </div>
  )
}

/** A title: the card of its newest issue, links to older ones, and to its page. */
function FoundTitlePlace({ title: { magazineKey, issue, others }, first }: { title: FoundTitle; first: boolean }) {
  const t = useText()
  return (
    <li className={style.place} data-issue={issue.uid}>
      <IssuePlace issue={issue} height={COVER_HEIGHT_PIXELS.search} first={first} sizes="128px" />
      <ul className={style.others}>
        {others.map(({ uid, detailLine }) => (
          <li key={uid}>
            <a href={addressOf('issue', { id: uid })} aria-label={`${detailLine}, ${issue.titleLine}`}>
              {detailLine}
            </a>
          </li>
        ))}
        <li>
          <a
            href={addressOf('title', { magazinekey: magazineKey })}
            aria-label={t('CATALOGUE.ARCHIVE_TITLE', { title: issue.titleLine })}
          >
            {t('CATALOGUE.SHOW_ISSUES')}
          </a>
        </li>
      </ul>
    </li>
  )
}

function FoundPage({ hit: { issue, page, snippet, open, article } }: { hit: PageHit }) {
  const t = useText()
  const { webapp, state } = useViewer()
  const name = `${issue.titleLine}, ${issue.detailLine}`
  // For a closed page the snippet is a complete headline.
  const isCut = snippet.some(({ hit }) => hit)
  const cutBefore = isCut && /^\p{Ll}/u.test(snippet[0]?.text ?? '')
  const cutBehind = isCut && !/[.!?…]["”“»’]?\s*$/.test(snippet.at(-1)?.text ?? '.')
  return (
    <a className={style.hit} href={readerAddress(webapp, issue.uid, { page, article: article?.id })}>
      <span className={style.hitPosition}>
        <Cover picture={issue} alt="" height={96} {...(style.hitCover && { className: style.hitCover })} />
      </span>
      <span className={style.hitText}>
        <span className={style.hitTitle}>{article?.headline ?? name}</span>
        <span className={style.hitPage}>
          {[article && name, t('CATALOGUE.PAGE', { page }), t(opening(state, issue.opens, open))].filter(Boolean).join(' · ')}
        </span>
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

/** Returns what opens a page to this visitor: nothing more, the subscription, a free account, or a subscription still to buy. */
function opening(state: ReaderState, opens: CardIssue['opens'], open: boolean): MessageKey {
  if (open) return pays(state) ? 'CATALOGUE.IN_YOUR_SUBSCRIPTION' : 'CATALOGUE.FREE_TO_READ'
  return opens === 'first' ? 'CATALOGUE.WITH_ACCOUNT' : 'CATALOGUE.WITH_SUBSCRIPTION'
}
