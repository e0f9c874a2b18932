import type { ApiClient } from '@kiosk/api-client/api-client'
import { categories, subscriptionModels } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { PackedMessages } from '@kiosk/i18n/translate'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type ApiError, apiErrorIn } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { SearchForm } from '../shell/search-form.tsx'
import type { Text } from '../shell/use-text.ts'
import { useText } from '../shell/use-text.ts'
import style from './catalogue-screen.module.css'
import { CategoryAccordion, type ShelfCategory } from './category-accordion.tsx'
import { useFollowedCovers } from './cover-transition.ts'
import { feedAddress } from './feeds/feed-address.ts'
import { afterIn, cardIssue, type Selection, type ShelfPage, selectionOf, shelfAddress } from './issue-cards.ts'
import { loadShelf } from './issue-cards-loading.ts'
import { IssueFeed } from './issue-feed.tsx'
import { narrowingIn, searchAddress, searchTerm } from './search-address.ts'
import { type Found, findIssues, type Search } from './search-loading.ts'
import { SearchNarrowing } from './search-narrowing.tsx'
import { SearchResults } from './search-results.tsx'
import { shelfData } from './structured-data.ts'
import { SubscriptionFilter, type SubscriptionModel } from './subscription-filter.tsx'

type Shelf = { selection: Selection; after: string | null; name: string | null; page: ShelfPage; categories: ShelfCategory[] }

type LoaderData = {
  words: PackedMessages
  head: HeadData
  models: SubscriptionModel[]
  /** Error for an unavailable title, shown as a global alert. */
  refusal: ApiError | null
} & ({ term: string; requested: Search; found: Found; shelf: null } | { term: null; requested: null; found: null; shelf: Shelf })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const query = new URL(request.url).searchParams
  const term = searchTerm(params.search, query)
  // A form without JavaScript can only send a query: redirect a new search to its path.
  if (term !== null && query.has('new')) return redirect(searchAddress(term, narrowingIn(query)))
  if (term === null && query.has('new')) return redirect(addressOf('catalogue'))
  const words = ctx.packedWords(catalogueMessages)
  const models = await orNone(ctx.call(subscriptionModels))
  const common = { words, models, refusal: query.has('unavailable') ? notOnTheShelf : null }

  if (term !== null) {
    const { user, region } = await ctx.who()
    const requested = { term, narrowing: narrowingIn(query), after: afterIn(query) }
    const found = await findIssues(ctx, requested, `${region.id} ${ctx.language} ${user.email ?? ''}`, Date.now())
    // Not cacheable: other visitors may search closed pages, and a later search may find more.
    if (found.closedLeftOut || found.cut) ctx.lacking = true
    return data<LoaderData>({ ...common, term, requested, found, shelf: null, head: searchHead(ctx, term) })
  }

  const selection = selectionOf(query)
  const after = afterIn(query)
  const overview = Object.keys(selection).length === 0 && after === null
  const [page, drawers, named] = await Promise.all([
    loadShelf(ctx, selection, after).catch(lost),
    overview ? shelfCategories(ctx) : [],
    selection.category ? shelfCategories(ctx) : [],
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
  const head = shelfHead(ctx, shelf)
  const place = { publicUrl: ctx.publicUrl, webapp: ctx.webapp, siteName: ctx.operator.siteName }
  const structuredData = [JSON.stringify(shelfData({ name: head.title, href: head.canonical, issues: page.issues }, place))]
  return data<LoaderData>({ ...common, term: null, requested: null, found: null, shelf, head: { ...head, structuredData } })
}

const notOnTheShelf: ApiError = {
  status: 404,
  code: 'not_found',
  message: null,
  html: null,
  words: 'ERROR.RESOURCE_UNAVAILABLE',
  field: null,
  requestId: null,
}

/** Returns null for an unknown filter, so that the loader redirects to the overview; rethrows any other error. */
function lost(thrown: unknown): null {
  const status = apiErrorIn(thrown)?.status
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

/** Returns an empty list if an optional part of the page fails. */
function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  return answer.catch((thrown: unknown) => {
    if (apiErrorIn(thrown)) return []
    throw thrown
  })
}

function searchHead({ words }: RequestContext, term: string): HeadData {
  const t = words(catalogueMessages)
  const filled = (key: string) => (t[key] ?? key).replace('{term}', term)
  return { title: filled('CATALOGUE.SEARCH_TITLE'), description: filled('CATALOGUE.SEARCH_DESCRIPTION'), robots: 'noindex' }
}

function shelfHead(ctx: RequestContext, { selection, after, name }: Shelf): HeadData & { title: string; canonical: string } {
  const t = ctx.words(catalogueMessages)
  const canonical = shelfAddress(selection, after)
  const kind = selection.category ? 'CATEGORY' : selection.magazine ? 'ARCHIVE' : null
  const site = { site: ctx.operator.siteName }
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
  const { term, requested, found, shelf, models } = loaderData
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
          <search>
            <SearchForm label={t('SHELL.SEARCH_FIELD')} term={term} expanding suggests />
          </search>
        </div>
      </header>
      {requested && !found.reduced && canBeNarrowed(requested, found) && (
        <SearchNarrowing key={searchAddress(requested.term, requested.narrowing)} requested={requested} />
      )}
      {requested && <SearchResults requested={requested} found={found} />}
      {shelf && shelf.categories.length > 0 && <CategoryAccordion categories={shelf.categories} />}
      {shelf && <OnTheShelf shelf={shelf} label={heading(t, loaderData)} />}
    </div>
  )
}

/** Returns whether to show the filters: without results they help only if some are set. */
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
