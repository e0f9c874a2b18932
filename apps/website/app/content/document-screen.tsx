import type { Page } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { isDocumentPage, loadDocument } from './document-loading.ts'
import style from './document-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

/** Links from a document to other pages, with their names. */
const further: Partial<Record<Page, readonly { to: Page; words: string }[]>> = {
  terms: [{ to: 'previousTerms', words: 'LEGAL.PREVIOUS' }],
  previousTerms: [{ to: 'terms', words: 'SHELL.TERMS' }],
  privacy: [{ to: 'thirdParty', words: 'LEGAL.THIRD_PARTIES' }],
  accessibility: [{ to: 'feedback', words: 'SHELL.CONTACT' }],
}

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return { document: await loadDocument(ctx, isDocumentPage(ctx.page) ? ctx.page : 'terms') }
}

/** A text of the operator: terms, privacy, accessibility, contests, about or press. */
export default function DocumentScreen() {
  const t = useText()
  const { document } = useLoaderData<typeof loader>()
  const { page } = useViewer()
  const ways = (page && further[page]) ?? []
  return (
    <TextPage title={document.title} lead={document.lead}>
      <ServerHtml html={document.html} className={style.section} />
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
