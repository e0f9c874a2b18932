import { magazineDetails } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { issueMessages } from '@kiosk/i18n/messages/issue'
import { titleMessages } from '@kiosk/i18n/messages/title'
import { Cover, coverAddress } from '@kiosk/ui/cover'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { requestContext } from '../shell/request-context.ts'
import { SearchForm } from '../shell/search-form.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import choice from './choices.module.css'
import { followedCoverScript } from './cover-transition.ts'
import { FavouriteButton, useFollowing } from './favourite-button.tsx'
import { favouriteAction, following } from './favourites.ts'
import { feedAddress } from './feeds/feed-address.ts'
import { IncludedPlans } from './included-plans.tsx'
import { afterIn, cardIssue, shelfAddress, yearIn } from './issue-cards.ts'
import { loadShelf } from './issue-cards-loading.ts'
import { IssueContents } from './issue-contents.tsx'
import { IssueFeed } from './issue-feed.tsx'
import { loadDetails } from './issue-loading.ts'
import { IssueRow } from './issue-row.tsx'
import { detailsView } from './issue-view.ts'
import { languageName } from './publication-facts.tsx'
import { ReadButtons } from './read-buttons.tsx'
import { titleData } from './structured-data.ts'
import { cheapestPrice } from './subscription-price.ts'
import style from './title-screen.module.css'

/** Id of the part with the favourite button. */
const FOLLOWING = 'following'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const magazinekey = params.magazinekey ?? ''
  const query = new URL(request.url).searchParams
  const year = yearIn(query)
  const after = afterIn(query)
  const title = await ctx.call(magazineDetails, { params: { magazinekey } })
  const { currentIssue } = title
  const selection = { magazine: magazinekey, year }
  const loading = loadDetails(ctx, currentIssue.uid, undefined)
  const [found, { following: known, headers }, issues, price] = await Promise.all([
    loading,
    following(ctx, request, magazinekey),
    loadShelf(ctx, selection, after),
    currentIssue.opens === 'one' ? cheapestPrice(ctx, loading) : null,
  ])
  const details = found && detailsView(found, currentIssue, ctx.webapp)
  const words = ctx.words(titleMessages, issueMessages)
  const place = { publicUrl: ctx.publicUrl, webapp: ctx.webapp, siteName: ctx.operator.siteName }
  const head: HeadData = {
    title: title.name,
    description: title.description || (words['TITLE.DESCRIPTION'] ?? '').replace('{title}', title.name),
    image: coverAddress(currentIssue.coverURL, COVER_HEIGHT_PIXELS.top, 'jpeg'),
    canonical: addressOf('title', { magazinekey, year }),
    structuredData: [
      JSON.stringify(
        titleData(title, found?.details.publication ?? null, {
          place,
          words: { home: words['ISSUE.HOME'] ?? '', catalogue: words['ISSUE.CATALOGUE'] ?? '' },
        }),
      ),
    ],
    alternates: [{ type: 'application/rss+xml', href: feedAddress.magazine(magazinekey), title: title.name }],
  }
  return data(
    {
      words: ctx.packedWords(catalogueMessages, issueMessages, titleMessages),
      script: followedCoverScript,
      head,
      magazinekey,
      name: title.name,
      description: title.description,
      language: title.language,
      publisher: title.publisher,
      frequency: details?.facts.frequency ?? null,
      years: title.years,
      year: year ?? null,
      current: cardIssue(currentIssue),
      readerHref: readerAddress(ctx.webapp, currentIssue.uid),
      included: details?.included ?? [],
      categories: details?.categories ?? [],
      contents: details?.contents ?? [],
      readersRead: details?.readersRead ?? [],
      price,
      following: known,
      continued: after !== null,
      issues: { issues: issues.issues.map(cardIssue), after: issues.after },
    },
    { headers },
  )
}

/** Handles the favourite button. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return favouriteAction(ctx, request, await accountForm(ctx, request, { anonymous: true }))
}

/** A periodical: its latest issue and what is in it, what it costs this visitor, and all its issues by year. */
export default function TitleScreen() {
  const t = useText()
  const { language: pageLanguage } = useViewer()
  const title = useLoaderData<typeof loader>()
  const { name, current, language, readerHref, magazinekey } = title
  const favourite = useFollowing(title.following)
  const here = addressOf('title', { magazinekey })
  const colon = pageLanguage === 'fr' ? '\u00a0: ' : ': '
  return (
    <article className={`page ${style.page}`}>
      <div className={style.title}>
        <a className={style.cover} href={readerHref}>
          <Cover
            picture={current}
            alt={t('ISSUE.READ_AT', { title: name, detail: current.detailLine })}
            height={COVER_HEIGHT_PIXELS.top}
            sizes="(max-width: 600px) 62vw, (max-width: 1000px) 30vw, 22rem"
            first
          />
        </a>
        <div className={style.beside}>
          <h1 lang={language}>{name}</h1>
          <p className={style.facts}>
            {[
              title.frequency &&
                title.frequency !== 'irregular' &&
                t(`ISSUE.FREQUENCY.${title.frequency}` as 'ISSUE.FREQUENCY.daily'),
              languageName(language, pageLanguage),
              title.publisher,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={style.latest}>
            <a href={addressOf('issue', { id: current.uid })}>{t('TITLE.LATEST', { detail: current.detailLine })}</a>
          </p>
          <div id={FOLLOWING}>
            <ReadButtons issue={current} readerHref={readerHref} price={title.price}>
              <FavouriteButton here={here} part={FOLLOWING} title={name} magazinekey={magazinekey} saved={favourite} />
            </ReadButtons>
          </div>
          {title.description && (
            <p className={style.description} lang={language}>
              {title.description}
            </p>
          )}
          <IncludedPlans names={title.included} />
          <IssueContents lines={title.contents} language={language} />
        </div>
      </div>
      <section aria-labelledby="issues">
        <div className={style.head}>
          <h2 id="issues">{title.year === null ? t('TITLE.ISSUES') : t('TITLE.ISSUES_OF', { year: title.year })}</h2>
          <SearchInTitle />
        </div>
        <Years />
        <IssueFeed
          page={title.issues}
          continued={title.continued}
          selection={{ magazine: magazinekey, year: title.year ?? undefined }}
          label={t('TITLE.ISSUES')}
        />
      </section>
      {title.readersRead.length > 0 && <IssueRow title={t('ISSUE.READERS_READ')} href={null} issues={title.readersRead} />}
      {title.categories.length > 0 && (
        <p className={style.categories}>
          {t('ISSUE.CATEGORIES')}
          {colon}
          {title.categories.map(({ title: category, href }, index) => (
            <span key={href}>
              {index > 0 && ', '}
              <a href={href}>{category}</a>
            </span>
          ))}
          {' · '}
          <a href={shelfAddress({})}>{t('ISSUE.CATALOGUE')}</a>
        </p>
      )}
    </article>
  )
}

/** Links to the years of a title; without JavaScript too. */
function Years() {
  const t = useText()
  const { years, year, magazinekey } = useLoaderData<typeof loader>()
  if (years.length < 2) return null
  const link = (value: number | undefined, label: string) => (
    <li key={label}>
      <a
        className={choice.choice}
        href={addressOf('title', { magazinekey, year: value }, '#issues')}
        aria-current={(value ?? null) === year ? 'true' : undefined}
      >
        {label}
      </a>
    </li>
  )
  return (
    <nav className={style.years} aria-label={t('TITLE.YEARS')}>
      <ul className={choice.choices}>
        {link(undefined, t('TITLE.ALL_YEARS'))}
        {years.map(({ year, issues }) => link(year, t('TITLE.YEAR', { year, count: issues })))}
      </ul>
    </nav>
  )
}

/** The search of the catalogue, narrowed to the title. */
function SearchInTitle() {
  const t = useText()
  const { name, magazinekey } = useLoaderData<typeof loader>()
  return (
    <search className={style.search}>
      <SearchForm label={t('TITLE.SEARCH', { title: name })} placeholder={t('TITLE.SEARCH_HERE')}>
        <input type="hidden" name="title" value={magazinekey} />
      </SearchForm>
    </search>
  )
}
