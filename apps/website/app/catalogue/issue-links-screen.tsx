import { issueLinks } from '@kiosk/contract/routes'
import { addressOf, afterOf } from '@kiosk/domain/addresses'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { afterIn } from './issue-cards.ts'
import style from './issue-links-screen.module.css'
import { NothingYet } from './nothing-yet.tsx'

type LoaderData = {
  words: Record<string, string>
  head: HeadData
  links: { uid: string; name: string }[]
  after: string | null
  isFirst: boolean
}

/** Loads a page of the list of all issues, which are plain links for crawlers. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const after = afterIn(new URL(request.url).searchParams)
  const { links, nextUrl } = await ctx.call(issueLinks, { query: { ...(after && { after }) } })
  const words = ctx.words(catalogueMessages)
  const head: HeadData = {
    title: words['CATALOGUE.LINKS_TITLE'] ?? '',
    description: words['CATALOGUE.LINKS_DESCRIPTION'] ?? '',
    canonical: linksAddress(after),
  }
  return data<LoaderData>({
    words,
    head,
    links: links.map(({ uid, name }) => ({ uid, name })),
    after: afterOf(nextUrl),
    isFirst: !after,
  })
}

function linksAddress(after: string | null): string {
  return addressOf('issueLinks', { after })
}

export default function IssueLinksScreen({ loaderData: { links, after, isFirst } }: { loaderData: LoaderData }) {
  const t = useText()
  return (
    <div className={`page ${style.page}`}>
      <h1>{t('CATALOGUE.LINKS_TITLE')}</h1>
      {links.length > 0 ? <p>{t('CATALOGUE.LINKS_LEAD')}</p> : isFirst ? <NothingYet /> : <p>{t('CATALOGUE.EMPTY')}</p>}
      <ul className={style.links}>
        {links.map(({ uid, name }) => (
          <li key={uid}>
            <a href={addressOf('issue', { id: uid })}>{name}</a>
          </li>
        ))}
      </ul>
      <p>
        {after ? (
          <a className="button quiet" rel="next" href={linksAddress(after)}>
            {t('CATALOGUE.LINKS_MORE')}
          </a>
        ) : (
          <a href={addressOf('catalogue')}>{t('CATALOGUE.BACK')}</a>
        )}
      </p>
    </div>
  )
}
