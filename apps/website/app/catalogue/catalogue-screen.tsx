import { addressOf } from '@kiosk/domain/addresses'
import { categories, subscriptionModels } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import type { PackedWords } from '@kiosk/languages/words'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { ApiClient } from '../api-client.ts'
import { type Refusal, refusalIn } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import type { Text } from '../shell/use-text.ts'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import style from './catalogue-screen.module.css'
import { CategoryAccordion, type ShelfCategory } from './category-accordion.tsx'
import { useFollowedCovers } from './cover-transition.ts'
import { feedAddress } from './feeds/feed-address.ts'
import { IssueFeed } from './issue-feed.tsx'
import { narrowingIn, searchAddress, searchTerm } from './search-address.ts'
import { SearchForm } from './search-form.tsx'
import { type Found, findIssues, type Search } from './search-loading.ts'
import { SearchNarrowing } from './search-narrowing.tsx'
import { SearchResults } from './search-results.tsx'
import { afterIn, cardIssue, type Selection, type ShelfPage, selectionOf, shelfAddress } from './shelf.ts'
import { loadShelf } from './shelf-loading.ts'
import { shelfData } from './structured-data.ts'
import { SubscriptionFilter, type SubscriptionModel } from './subscription-filter.tsx'

type Shelf = { selection: Selection; after: string | null; name: string | null; page: ShelfPage; categories: ShelfCategory[] }

type LoaderData = {
  words: PackedWords
  head: HeadData
  models: SubscriptionModel[]
  /** A title was asked for that is not on the shelf: shown as the global alert. */
  refusal: Refusal | null
} & ({ term: string; asked: Search; found: Found; shelf: null } | { term: null; asked: null; found: null; shelf: Shelf })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const query = new URL(request.url).searchParams
  const term = searchTerm(params.search, query)
  // The form without a script can only write a query: a new search moves to its path.
  if (term !== null && query.has('new')) return redirect(searchAddress(term, narrowingIn(query)))
  if (term === null && query.has('new')) return redirect(addressOf('catalogue'))
  const words = visit.packedWords(catalogueWords)
  const models = await orNone(visit.call(subscriptionModels))
  const common = { words, models, refusal: query.has('unavailable') ? notOnTheShelf : null }

  if (term !== null) {
    const { user, region } = await visit.who()
    const asked = { term, narrowing: narrowingIn(query), after: afterIn(query) }
    const found = await findIssues(visit, asked, `${region.id} ${visit.language} ${user.email ?? ''}`, Date.now())
    // For nobody else: others may search closed pages, and a moment later there may be more.
    if (found.closedLeftOut || found.cut) visit.lacking = true
    return data<LoaderData>({ ...common, term, asked, found, shelf: null, head: searchHead(visit, term) })
  }

  const selection = selectionOf(query)
  const after = afterIn(query)
  const overview = Object.keys(selection).length === 0 && after === null
  const [page, drawers, named] = await Promise.all([
    loadShelf(visit, selection, after).catch(lost),
    overview ? shelfCategories(visit) : [],
    selection.category ? shelfCategories(visit) : [],
  ])
  if (page === null) return redirect(addressOf('catalogue', { unavailable: 1 }))
  const name = selection.category
    ? (named.find(({ uid }) => uid === selection.category)?.title ?? null)
    : selection.magazine
      ? (page.issues[0]?.titleLine ?? null)
      : null
  const shelf: Shelf = {
    selection,
    after,
    name,
    page: { issues: page.issues.map(cardIssue), after: page.after },
    categories: drawers,
  }
  const head = shelfHead(visit, shelf)
  const place = { publicUrl: visit.publicUrl, webapp: visit.webapp, siteName: visit.operator.siteName }
  const structuredData = [JSON.stringify(shelfData({ name: head.title, href: head.canonical, issues: page.issues }, place))]
  return data<LoaderData>({ ...common, term: null, asked: null, found: null, shelf, head: { ...head, structuredData } })
}

const notOnTheShelf: Refusal = {
  status: 404,
  code: 'not_found',
  message: null,
  html: null,
  words: 'ERROR.RESOURCE_UNAVAILABLE',
  field: null,
  requestId: null,
}

/** A filter that names nothing (any more) leads to the overview; anything else is a failure. */
function lost(thrown: unknown): null {
  const status = refusalIn(thrown)?.status
  if (status === 400 || status === 404) return null
  throw thrown
}

async function shelfCategories(api: Pick<ApiClient, 'call'>): Promise<ShelfCategory[]> {
  const all = await orNone(api.call(categories))
  return all
    .filter(({ issueCount }) => issueCount > 0)
    .map(({ uid, title, issueCount, overviewHeaders }) => ({
      uid,
      title,
      issueCount,
      covers: overviewHeaders.slice(0, 3).map(({ issue }) => issue),
    }))
}

/** What only adorns the shelf may be missing. */
function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  return answer.catch((thrown: unknown) => {
    if (refusalIn(thrown)) return []
    throw thrown
  })
}

function searchHead({ words }: Visit, term: string): HeadData {
  const t = words(catalogueWords)
  const filled = (key: string) => (t[key] ?? key).replace('{term}', term)
  return { title: filled('CATALOGUE.SEARCH_TITLE'), description: filled('CATALOGUE.SEARCH_DESCRIPTION'), robots: 'noindex' }
}

function shelfHead(visit: Visit, { selection, after, name }: Shelf): HeadData & { title: string; canonical: string } {
  const t = visit.words(catalogueWords)
  const canonical = shelfAddress(selection, after)
  const kind = selection.category ? 'CATEGORY' : selection.magazine ? 'ARCHIVE' : null
  const site = { site: visit.operator.siteName }
  const alternates = [
    { type: 'application/rss+xml', href: feedAddress.newIssues, title: filled(t, 'CATALOGUE.FEED_TITLE', site) },
    { type: 'application/rss+xml', href: feedAddress.topics, title: filled(t, 'CATALOGUE.FEED_TOPICS', site) },
  ]
  if (kind === null || name === null) {
    return {
      title: filled(t, 'CATALOGUE.TITLE'),
      description: filled(t, 'CATALOGUE.DESCRIPTION'),
      keywords: filled(t, 'CATALOGUE.KEYWORDS'),
      canonical,
      alternates,
    }
  }
  const values = { category: name, title: name }
  alternates.unshift({
    type: 'application/rss+xml',
    href: selection.category ? feedAddress.category(selection.category) : feedAddress.magazine(selection.magazine!),
    title: filled(t, 'CATALOGUE.FEED_OF_TITLE', values),
  })
  const title = filled(t, `CATALOGUE.${kind}_TITLE`, values)
  return { title, description: filled(t, `CATALOGUE.${kind}_DESCRIPTION`, values), canonical, alternates }
}

function filled(words: Record<string, string>, key: string, values: Record<string, string> = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)
}

export default function CatalogueScreen({ loaderData }: { loaderData: LoaderData }) {
  const t = useText()
  const { term, asked, found, shelf, models } = loaderData
  useFollowedCovers()
  const narrowed = term !== null || Boolean(shelf?.selection.category || shelf?.selection.magazine)
  return (
    <div className={`page ${style.page}`}>
      {narrowed && (
        <p className={style.back}>
          <a href={addressOf('catalogue')}>← {t('CATALOGUE.BACK')}</a>
        </p>
      )}
      <header className={style.head}>
        <div className={style.headline}>
          <h1 className={style.title}>{heading(t, loaderData)}</h1>
          {!narrowed && <p className={style.lead}>{t('CATALOGUE.LEAD')}</p>}
        </div>
        <div className={style.tools}>
          {!narrowed && models.length > 0 && <SubscriptionFilter models={models} selection={shelf?.selection ?? {}} />}
          <SearchForm term={term} />
        </div>
      </header>
      {asked && !found.reduced && canBeNarrowed(asked, found) && (
        <SearchNarrowing key={searchAddress(asked.term, asked.narrowing)} asked={asked} />
      )}
      {asked && <SearchResults asked={asked} found={found} />}
      {shelf && shelf.categories.length > 0 && <CategoryAccordion categories={shelf.categories} />}
      {shelf && <OnTheShelf shelf={shelf} label={heading(t, loaderData)} />}
    </div>
  )
}

/** Where nothing was found a narrower search finds no more, but a wider one may. */
function canBeNarrowed({ narrowing }: Search, { issues, pages }: Found): boolean {
  return issues.length > 0 || pages.length > 0 || Object.keys(narrowing).length > 0
}

function OnTheShelf({ shelf, label }: { shelf: Shelf; label: string }) {
  const t = useText()
  const { page, selection, after } = shelf
  if (page.issues.length === 0) {
    return (
      <div className={style.empty}>
        <p>{t('CATALOGUE.EMPTY')}</p>
        <p>
          <a href={addressOf('catalogue')}>{t('CATALOGUE.BACK')}</a>
        </p>
      </div>
    )
  }
  return (
    <section aria-labelledby="newest">
      <h2 id="newest" className={shelf.categories.length > 0 ? style.section : 'unseen'}>
        {t('CATALOGUE.NEWEST')}
      </h2>
      {after && (
        <p className={style.back}>
          <a href={shelfAddress(selection)}>↑ {t('CATALOGUE.FIRST_PAGE')}</a>
        </p>
      )}
      <IssueFeed
        key={`${shelfAddress(selection, after)} ${page.issues[0]?.uid}`}
        first={page}
        selection={selection}
        label={label}
      />
    </section>
  )
}

function heading(t: Text, { term, shelf }: LoaderData): string {
  if (term !== null) return t('CATALOGUE.SEARCH_TITLE', { term })
  if (shelf.name && shelf.selection.category) return t('CATALOGUE.CATEGORY_TITLE', { category: shelf.name })
  if (shelf.name && shelf.selection.magazine) return t('CATALOGUE.ARCHIVE_TITLE', { title: shelf.name })
  return t('CATALOGUE.TITLE')
}
