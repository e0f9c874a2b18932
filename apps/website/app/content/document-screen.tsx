import type { Page } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { hasPreviousTerms, isDocumentPage, loadDocument } from './document-loading.ts'
import style from './document-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

/** Links from a document to other pages, with their names. */
const further: Partial<Record<Page, readonly { to: Page; words: string }[]>> = {
  previousTerms: [{ to: 'terms', words: 'SHELL.TERMS' }],
  privacy: [{ to: 'thirdParty', words: 'LEGAL.THIRD_PARTIES' }],
  accessibility: [{ to: 'feedback', words: 'SHELL.CONTACT' }],
}

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const [document, hasPrevious] = await Promise.all([
    loadDocument(ctx, isDocumentPage(ctx.page) ? ctx.page : 'terms'),
    ctx.page === 'terms' && hasPreviousTerms(ctx),
  ])
  const previous = { to: 'previousTerms', words: ctx.operator.demonstration ? 'LEGAL.PREVIOUS' : 'LEGAL.PREVIOUS_TERMS' } as const
  return { document, ways: [...(hasPrevious ? [previous] : []), ...((ctx.page && further[ctx.page]) ?? [])] }
}

/** A text of the operator: terms, privacy, accessibility, contests, about or press. */
export default function DocumentScreen() {
  const t = useText()
  const { document, ways } = useLoaderData<typeof loader>()
  return (
    <TextPage title={document.title} lead={document.lead} lang={document.language}>
      {document.language && <p className={style.section}>{t(`LEGAL.ONLY_${document.language}`)}</p>}
      <div lang={document.language}>
        <ServerHtml html={document.html} className={style.section} />
      </div>
      {ways.map(({ to, words }) => (
        <p key={to} className={style.link}>
          <Link plain to={to}>
            {t(words as MessageKey)}
          </Link>
        </p>
      ))}
    </TextPage>
  )
}
