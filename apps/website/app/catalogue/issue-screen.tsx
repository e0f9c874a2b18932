import { apiAddress } from '@kiosk/contract/route'
import { issueAsEpub, issue as issueEndpoint } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { Operator } from '@kiosk/domain/operator'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { issueMessages } from '@kiosk/i18n/messages/issue'
import { pushMessages } from '@kiosk/i18n/messages/push'
import type { PackedMessages } from '@kiosk/i18n/translate'
import { Cover, coverAddress } from '@kiosk/ui/cover'
import { Icon } from '@kiosk/ui/icon'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiErrorIn } from '../api-error.ts'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { useLook, When } from '../shell/slots.tsx'
import { useText } from '../shell/use-text.ts'
import { COVER_TRANSITION, followedCoverScript } from './cover-transition.ts'
import { FavouriteButton, useFollowing } from './favourite-button.tsx'
import { type Following, favouriteAction, following } from './favourites.ts'
import { feedAddress } from './feeds/feed-address.ts'
import { IncludedPlans } from './included-plans.tsx'
import { type CardIssue, cardIssue } from './issue-cards.ts'
import { IssueContents } from './issue-contents.tsx'
import { loadDetails } from './issue-loading.ts'
import { articleRequested, metaOverrides, pageRequested } from './issue-meta.ts'
import { IssueRow } from './issue-row.tsx'
import style from './issue-screen.module.css'
import { type DetailsView, detailsView } from './issue-view.ts'
import { lateDetailsScript } from './late-details-script.ts'
import { PublicationFacts } from './publication-facts.tsx'
import { PushOffer } from './push-offer.tsx'
import { storeFor } from './read-actions.ts'
import { ReadButtons } from './read-buttons.tsx'
import { issueData } from './structured-data.ts'
import { cheapestPrice, type SubscriptionPrice } from './subscription-price.ts'

/** Id of the part with the favourite button, and with the offer of notifications for favourites. */
const FOLLOWING = 'following'

const phones = ['android', 'ios'] as const

type LoaderData = {
  words: PackedMessages
  script: string
  head: HeadData
  issue: CardIssue
  language: string
  /** null = temporarily unavailable; the page renders without them. */
  details: DetailsView | null
  magazineKey: string
  readerHref: string
  /** Price of the cheapest subscription, if the visitor needs one to read on. */
  price: SubscriptionPrice | null
  /** Null = signed out, or the page is for many readers. */
  following: Following | null
  /** Push notifications of new issues are offered if the title is a favourite: the web app is ours. */
  push: boolean
  stores: Operator['stores']
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const uid = params.id ?? ''
  const query = new URL(request.url).searchParams
  const page = pageRequested(query)
  const article = articleRequested(query)
  const readerHref = readerAddress(ctx.webapp, uid, { page: page ?? undefined, article })
  // Crawlers stay on this page, because they index it rather than the reader.
  if (page !== null && ctx.device !== 'crawler') return redirect(readerHref)

  const issue = await ctx.call(issueEndpoint, { params: { uid } }).catch(notThere)
  const loading = loadDetails(ctx, uid, params.campaign)
  const [found, { following: known, headers }, price] = await Promise.all([
    loading,
    following(ctx, request, issue.magazineKey),
    issue.opens === 'one' ? cheapestPrice(ctx, loading) : null,
  ])
  const details = found && detailsView(found, issue, ctx.webapp)
  const overrides = metaOverrides(query)
  const words = ctx.words(catalogueMessages, issueMessages)
  const place = { publicUrl: ctx.publicUrl, webapp: ctx.webapp, siteName: ctx.operator.siteName }
  const head: HeadData = {
    title: overrides.title ?? (found?.details.metaData.title || `${issue.titleLine}, ${issue.detailLine}`),
    description: overrides.description ?? (found?.details.metaData.description || descriptionOf(words, issue)),
    image: overrides.image ?? coverAddress(issue.coverURL, COVER_HEIGHT_PIXELS.top, 'jpeg'),
    canonical: addressOf('issue', { id: uid }),
    openGraphType: 'article',
    structuredData: [
      JSON.stringify(
        issueData(
          { issue, details: found?.details ?? null },
          {
            place,
            anonymousPages: ctx.operator.reading.anonymousPages,
            words: { home: words['ISSUE.HOME'] ?? '', catalogue: words['ISSUE.CATALOGUE'] ?? '' },
          },
        ),
      ),
    ],
    alternates: [
      {
        type: 'application/rss+xml',
        href: feedAddress.magazine(issue.magazineKey),
        title: (words['CATALOGUE.FEED_OF_TITLE'] ?? '').replace('{title}', issue.titleLine),
      },
    ],
  }
  const push = ctx.webapp === '/reader' && (await ctx.who()).state !== 'anonymous'
  return data<LoaderData>(
    {
      words: ctx.packedWords(catalogueMessages, issueMessages, ...(push ? [pushMessages] : [])),
      script: details ? followedCoverScript : `${followedCoverScript};${lateDetailsScript}`,
      head,
      issue: cardIssue(issue),
      language: issue.language,
      details,
      magazineKey: issue.magazineKey,
      readerHref,
      price,
      following: known,
      push,
      stores: ctx.operator.stores,
    },
    { headers },
  )
}

/** Handles the favourite button beside the cover. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return favouriteAction(ctx, request, await accountForm(ctx, request, { anonymous: true }))
}

/** Handles an invalid id like an unknown one. */
function notThere(thrown: unknown): never {
  const apiError = apiErrorIn(thrown)
  if (apiError?.status === 400)
    throw data({ apiError: { ...apiError, status: 404, message: null, words: 'ERROR.RESOURCE_UNAVAILABLE' } }, { status: 404 })
  throw thrown
}

function descriptionOf(words: ReturnType<RequestContext['words']>, issue: CardIssue): string {
  return (words['ISSUE.DESCRIPTION'] ?? '').replace('{title}', issue.titleLine).replace('{detail}', issue.detailLine)
}

export default function IssueScreen({ loaderData }: { loaderData: LoaderData }) {
  const t = useText()
  const look = useLook()
  const { issue, details, readerHref, stores } = loaderData
  const favourite = useFollowing(loaderData.following)
  return (
    <article className={`page ${style.page}`}>
      <div className={style.issue}>
        <a className={style.cover} href={readerHref}>
          <Cover
            picture={issue}
            alt={t('ISSUE.READ_AT', { title: issue.titleLine, detail: issue.detailLine })}
            height={COVER_HEIGHT_PIXELS.top}
            sizes="(max-width: 600px) 62vw, (max-width: 1000px) 36vw, 26rem"
            first
            transitionName={COVER_TRANSITION}
          />
        </a>
        <div className={style.beside}>
          <header>
            <p className={style.lines} lang={loaderData.language}>
              <a href={addressOf('title', { magazinekey: loaderData.magazineKey })}>{issue.titleLine}</a>
              <span>{issue.detailLine}</span>
            </p>
            <h1 className={style.title} lang={loaderData.language}>
              {details?.headline || issue.titleLine}
            </h1>
          </header>
          <div id={FOLLOWING}>
            <ReadButtons issue={issue} readerHref={readerHref} price={loaderData.price}>
              {phones.map((phone) => {
                const store = storeFor(phone)
                return (
                  store &&
                  stores[store] && (
                    <When key={phone} value={look.device} is={phone}>
                      <a className="button quiet" href={stores[store]} data-action="install">
                        <Icon name="external-link" />
                        {t('ISSUE.INSTALL_APP')}
                      </a>
                    </When>
                  )
                )
              })}
              {details?.facts.epub && (
                <a className="button quiet" href={apiAddress(issueAsEpub, { uid: issue.uid })} data-action="epub">
                  <Icon name="newspaper" />
                  {t('ISSUE.EPUB')}
                </a>
              )}
              <FavouriteButton
                here={addressOf('issue', { id: issue.uid })}
                part={FOLLOWING}
                title={issue.titleLine}
                magazinekey={loaderData.magazineKey}
                saved={favourite}
              />
            </ReadButtons>
            {loaderData.push && favourite && (
              <When value={favourite} is="yes">
                <PushOffer />
              </When>
            )}
          </div>
          {details === null && (
            <p role="status" data-details-missing>
              {t('ISSUE.NO_DETAILS')}
            </p>
          )}
          {details && details.softErrors.length > 0 && (
            <ul className={style.notices}>
              {details.softErrors.map((notice) => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
          )}
          {details?.description && (
            <p className={style.description} lang={loaderData.language}>
              {details.description}
            </p>
          )}
          {details && <IncludedPlans names={details.included} />}
          {details && <IssueContents lines={details.contents} language={loaderData.language} />}
        </div>
      </div>
      {details && <PublicationFacts details={details} />}
      {details?.rows.map((row) => (
        <IssueRow
          key={`${row.headerKey} ${row.relatedIssueHeader}`}
          title={t(row.headerKey as MessageKey, { relatedIssueHeader: row.relatedIssueHeader })}
          href={row.href}
          issues={row.issues}
        />
      ))}
      {details && details.readersRead.length > 0 && (
        <IssueRow title={t('ISSUE.READERS_READ')} href={null} issues={details.readersRead} />
      )}
    </article>
  )
}
