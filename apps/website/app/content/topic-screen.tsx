import { article as articleEndpoint, topic as topicEndpoint } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { Topic } from '@kiosk/domain/content/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import { topicMessages } from '@kiosk/i18n/messages/topics'
import type { PackedMessages } from '@kiosk/i18n/translate'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { storeFor } from '../catalogue/read-actions.ts'
import type { HeadData } from '../shell/head.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { ServerHtml } from './server-html.tsx'
import { inAppTopic, isForwarded, utmIn, webappTopic } from './topic-addresses.ts'
import style from './topic-screen.module.css'

type LoaderData = {
  words: PackedMessages
  head: HeadData
  topic: Topic
  day: string
  webappLink: string
  inAppLink: string | null
  /** The article, sanitised by the API, for crawlers only. */
  articleHtml: string | null
}

/** Loads a topic. `fw` redirects all visitors except crawlers to the app or the web reader, with utm parameters. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<LoaderData | Response> {
  const ctx = requestContext(context)
  const query = new URL(request.url).searchParams
  const uid = params.id ?? ''
  const utm = utmIn(query)
  const webappLink = webappTopic(ctx.webapp, uid, utm)
  const mobile = storeFor(ctx.device) !== null
  const inAppLink = mobile ? inAppTopic(ctx.operator.inAppLink, uid, utm) : null
  if (isForwarded(query) && ctx.device !== 'crawler') return redirect(inAppLink ?? webappLink)
  const topic = await ctx.call(topicEndpoint, { params: { uid } })
  const description = topic.text.replace(/\s+/g, ' ').slice(0, 300)
  const day = formatDay((await ctx.who()).locale, topic.releaseDate)
  return {
    words: ctx.packedWords(topicMessages),
    topic,
    day,
    webappLink,
    inAppLink,
    articleHtml: ctx.device === 'crawler' ? await articleOf(topic, ctx) : null,
    head: {
      title: `${pageName(ctx)}${topic.headline}`,
      description,
      keywords: [topic.headline, topic.magazineName, topic.issueName].join(', '),
      image: topic.imageUrl,
      openGraphType: 'article',
    },
  }
}

/** Returns the prefix of the page's title, before the headline. */
function pageName({ language }: RequestContext): string {
  return { de: 'Thema: ', en: 'Topic: ', fr: 'Sujet\u00a0: ' }[language]
}

function articleOf({ issueArticleId, issueUID }: Topic, ctx: RequestContext): Promise<string | null> {
  if (issueArticleId === null) return Promise.resolve(null)
  const params = { issueUid: issueUID, issueArticleId }
  return ctx.call(articleEndpoint, { params }).then(
    ({ html }) => html,
    () => null,
  )
}

export default function TopicScreen({ loaderData }: { loaderData: LoaderData }) {
  const t = useText()
  const { topic, day, webappLink, inAppLink, articleHtml } = loaderData
  const { headline, imageUrl, imageWidth, imageHeight, trend, text, magazineName, issueName, issueUID, page } = topic
  return (
    <article className={style.topic}>
      <img className={style.picture} src={imageUrl} alt="" width={imageWidth} height={imageHeight} fetchPriority="high" />
      <div>
        <p className={style.facts}>
          <span className={style.trend}>{t('TOPIC.TREND', { trend })}</span>{' '}
          <time dateTime={topic.releaseDate}>{t('TOPIC.RELEASED', { day })}</time>
        </p>
        <h1>{headline}</h1>
        {text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className={style.text}>
            {paragraph}
          </p>
        ))}
        <p className={style.source}>
          <a href={addressOf('issue', { id: issueUID, p: page })}>
            {t('TOPIC.SOURCE', { magazine: magazineName, issue: issueName, page })}
          </a>
        </p>
        <p className={style.actions}>
          <a className="button" href={webappLink}>
            {t('TOPIC.READ')}
          </a>
          {inAppLink && (
            <a className="button quiet" href={inAppLink}>
              {t('TOPIC.IN_APP')}
            </a>
          )}
        </p>
        {articleHtml && (
          <section>
            <h2>{t('TOPIC.ARTICLE')}</h2>
            <ServerHtml html={articleHtml} />
          </section>
        )}
      </div>
    </article>
  )
}
