import type { ApiClient } from '@kiosk/api-client/api-client'
import { categories, saveSearch, subscriptionModels, titles } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { PackedMessages } from '@kiosk/i18n/translate'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type ApiError, apiErrorIn, orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { ResultsData } from '../shell/frame-search.tsx'
import type { HeadData } from '../shell/head.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import type { ReaderState } from '../shell/visitor-lookups.ts'
import { type CatalogueChoices, catalogueChoices, type News } from './catalogue-choices.ts'
import { CatalogueFilters } from './catalogue-filters.tsx'
import style from './catalogue-screen.module.css'
import { CategoryAccordion, type ShelfCategory } from './category-accordion.tsx'
import { followedCoverScript } from './cover-transition.ts'
import { feedAddress } from './feeds/feed-address.ts'
import {
  afterIn,
  cardIssue,
  limitIn,
  type Selection,
  type ShelfPage,
  selectionOf,
  shelfAddress,
  showsTitles,
} from './issue-cards.ts'
import { loadCatalogue } from './issue-cards-loading.ts'
import { IssueFeed } from './issue-feed.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { narrowingIn, searchAddress, searchTerm } from './search-address.ts'
import { type Found, findIssues, type Search } from './search-loading.ts'
import { SearchNarrowing } from './search-narrowing.tsx'
import { SearchResults } from './search-results.tsx'
import { shelfData } from './structured-data.ts'

/** Covers in the first two rows of a phone: one of them is the largest image in sight. The others wait until the page is laid out. */
const FIRST_COVERS = 4

type Shelf = { selection: Selection; after: string | null; name: string | null; page: ShelfPage; categories: ShelfCategory[] } & {
  /** Number of titles in the whole list; null for a list of issues. */
  count: number | null
  /** null = the issues of one title. */
  choices: CatalogueChoices | null
}

type LoaderData = ResultsData & {
  words: PackedMessages
  script: string
  head: HeadData & { title: string }
  /** Error for an unavailable title, shown as a global alert. */
  apiError: ApiError | null
} & ({ term: string; requested: Search; found: Found; shelf: null } | { term: null; requested: null; found: null; shelf: Shelf })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const query = new URL(request.url).searchParams
  const term = searchTerm(params.search, query)
  // A form without JavaScript can only send a query: redirect a new search to its path.
  if (term !== null && query.has('new')) return redirect(searchAddress(term, narrowingIn(query)))
  if (term === null && query.has('new')) return redirect(addressOf('catalogue'))
  const words = ctx.packedWords(catalogueMessages)
  const common = { words, script: followedCoverScript, apiError: query.has('unavailable') ? notOnTheShelf : null }

  if (term !== null) {
    const requested = { term, narrowing: narrowingIn(query), after: afterIn(query) }
    const found = await findIssues(ctx, requested)
    // Not cacheable: other visitors may search closed pages, and a later search may find more.
    if (found.closedLeftOut) ctx.incomplete = true
    return data<LoaderData>({ ...common, term, requested, found, shelf: null, head: searchHead(ctx, term) })
  }

  const selection = selectionOf(query)
  const after = afterIn(query)
  const [page, subjects, models, { user, state, locale }, news] = await Promise.all([
    loadCatalogue(ctx, selection, after, limitIn(query)).catch(lost),
    showsTitles(selection) ? shelfCategories(ctx) : [],
    orNone(ctx.call(subscriptionModels)),
    ctx.who(),
    showsTitles(selection) && after === null && selection.since === undefined ? sinceLastVisit(ctx) : null,
  ])
  if (page === null) return redirect(addressOf('catalogue', { unavailable: 1 }))
  const name = selection.category
    ? (subjects.find(({ uid }) => uid === selection.category)?.title ?? null)
    : selection.magazine
      ? (page.issues[0]?.titleLine ?? null)
      : null
  const shelf: Shelf = {
    selection,
    after,
    name,
    page: { issues: page.issues.map(cardIssue), after: page.after },
    count: page.count ?? null,
    choices: selection.magazine
      ? null
      : catalogueChoices(ctx, selection, page.choices, models, { country: user.countryCode, state, locale }, news),
    categories: selection.category || after ? [] : subjects,
  }
  const head = shelfHead(ctx, shelf)
  const place = { publicUrl: ctx.publicUrl, webapp: ctx.webapp, siteName: ctx.operator.siteName }
  const structuredData = [JSON.stringify(shelfData({ name: head.title, href: head.canonical, issues: page.issues }, place))]
  return data<LoaderData>({ ...common, term: null, requested: null, found: null, shelf, head: { ...head, structuredData } })
}

/** Saves a search of a signed-in reader, and leads to the saved ones; visitors sign in first. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  await accountForm(ctx, request, { anonymous: true })
  const { pathname, search, searchParams: query } = new URL(request.url)
  const term = searchTerm(params.search, query)
  if ((await ctx.who()).state === 'anonymous') return redirect(addressOf('login', { redirect: pathname + search }))
  if (term === null) return redirect(addressOf('catalogue'))
  const { title, language } = narrowingIn(query)
  const { apiError } = await orApiError(ctx.call(saveSearch, { body: { q: term, title, language } }))
  return apiError ? data({ apiError }, { status: apiError.status }) : redirect(addressOf('searches', { saved: 1 }), 303)
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

/** Counts the titles that are new to a signed-in reader; null if their last visit is not known. */
async function sinceLastVisit(ctx: RequestContext): Promise<News | null> {
  const { lastVisit } = (await ctx.who()).user
  if (lastVisit === undefined) return null
  const found = await ctx.call(titles, { query: { since: lastVisit, limit: 1 } }).catch(() => null)
  return found && { since: lastVisit, titles: found.count }
}

/** Returns an empty list if an optional part of the page fails. */
function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  return answer.catch((thrown: unknown) => {
    if (apiErrorIn(thrown)) return []
    throw thrown
  })
}

function searchHead({ words }: RequestContext, term: string): HeadData & { title: string } {
  const t = words(catalogueMessages)
  const filled = (key: string) => (t[key] ?? key).replace('{term}', term)
  return { title: filled('CATALOGUE.SEARCH_TITLE'), description: filled('CATALOGUE.SEARCH_DESCRIPTION'), robots: 'noindex' }
}

function shelfHead(ctx: RequestContext, { selection, after, name }: Shelf): HeadData & { title: string; canonical: string } {
  const t = ctx.words(catalogueMessages)
  const canonical = shelfAddress(selection, after)
  const kind = selection.category ? 'CATEGORY' : selection.magazine ? 'ARCHIVE' : null
  // Every title has a page of its own: the combinations of choices need not be indexed.
  const chosen =
    selection.language ?? selection.country ?? selection.letter ?? selection.since ?? selection.order ?? selection.list
  const unlisted = chosen && { robots: 'noindex' as const }
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
      ...unlisted,
    }
  }
  const values = { category: name, title: name }
  alternates.unshift({
    type: 'application/rss+xml',
    href: selection.category ? feedAddress.category(selection.category) : feedAddress.magazine(selection.magazine!),
    title: filled(t, 'CATALOGUE.FEED_OF_TITLE', values),
  })
  const title = filled(t, `CATALOGUE.${kind}_TITLE`, values)
  return { title, description: filled(t, `CATALOGUE.${kind}_DESCRIPTION`, values), canonical, alternates, ...unlisted }
}

function filled(words: Record<string, string>, key: string, values: Record<string, string> = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot)
}

export default function CatalogueScreen({ loaderData }: { loaderData: LoaderData }) {
  const t = useText()
  const { term, requested, found, shelf, head } = loaderData
  const { state } = useViewer()
  const narrowed = term !== null || Boolean(shelf?.selection.category || shelf?.selection.magazine)
  // This page explains itself and has a link back.
  const nothingFound = found !== null && found.titles.length === 0 && found.pages.length === 0
  return (
    <div className={`page ${style.page}`}>
      {narrowed && !nothingFound && (
        <p className={style.back}>
          <a href={addressOf('catalogue')}>← {t('CATALOGUE.BACK')}</a>
        </p>
      )}
      <header className={style.head}>
        <h1 className={style.title}>{head.title}</h1>
        {!narrowed && shelf && !isEmpty(shelf) && <p className={style.lead}>{t(leadOf(shelf, state))}</p>}
      </header>
      {requested && !found.reduced && (
        <div className={style.tools}>
          {(!nothingFound || Object.keys(requested.narrowing)[0]) && (
            // Without results, the filters help only if some are set.
            <SearchNarrowing key={searchAddress(requested.term, requested.narrowing)} requested={requested} />
          )}
          <form method="post" action={searchAddress(requested.term, requested.narrowing)} data-once="">
            <AccountField />
            <button type="submit" className="button quiet">
              {t('CATALOGUE.SAVE_SEARCH')}
            </button>
          </form>
        </div>
      )}
      {requested && <SearchResults requested={requested} found={found} />}
      {shelf?.choices && !isEmpty(shelf) && (
        <CatalogueFilters choices={shelf.choices}>
          {shelf.categories.length > 0 && <CategoryAccordion categories={shelf.categories} selection={shelf.selection} />}
        </CatalogueFilters>
      )}
      {shelf && <OnTheShelf shelf={shelf} label={head.title} />}
    </div>
  )
}

/** Returns the words for what a list shows and how it is sorted. */
function leadOf({ count, selection }: Shelf, state: ReaderState): MessageKey {
  if (count === null) return 'CATALOGUE.LEAD'
  return selection.order === undefined && !pays(state) ? 'CATALOGUE.LEAD_MIXED' : 'CATALOGUE.LEAD_TITLES'
}

/** Whether a list is the catalogue itself, without any choice. */
const isWhole = ({ selection, after }: Shelf) => shelfAddress(selection, after) === addressOf('catalogue')

/** Whether there is no issue at all. */
const isEmpty = (shelf: Shelf) => shelf.page.issues.length === 0 && isWhole(shelf)

function OnTheShelf({ shelf, label }: { shelf: Shelf; label: string }) {
  const t = useText()
  const { page, selection, after } = shelf
  if (isEmpty(shelf)) return <NothingYet className={style.empty} />
  if (page.issues.length === 0) {
    return (
      <p className={style.empty}>
        {t('CATALOGUE.EMPTY')} <a href={addressOf('catalogue')}>{t('CATALOGUE.BACK')}</a>
      </p>
    )
  }
  return (
    <section aria-labelledby="newest">
      <h2 id="newest" className={shelf.count === null ? 'unseen' : style.section}>
        {shelf.count === null ? t('CATALOGUE.NEWEST') : t('CATALOGUE.TITLES', { count: shelf.count })}
      </h2>
      {after && (
        <p className={style.back}>
          <a href={shelfAddress(selection)}>↑ {t('CATALOGUE.FIRST_PAGE')}</a>
        </p>
      )}
      <IssueFeed page={page} selection={selection} label={label} continued={after !== null} firstCovers={FIRST_COVERS} />
    </section>
  )
}
