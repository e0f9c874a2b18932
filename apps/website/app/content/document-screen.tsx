import type { Page } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { isDocumentPage, loadDocument } from './document-loading.ts'
import style from './document-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

/** Where a document leads on to; the names of those pages. */
const further: Partial<Record<Page, readonly { to: Page; words: string }[]>> = {
  terms: [{ to: 'previousTerms', words: 'LEGAL.PREVIOUS' }],
  previousTerms: [{ to: 'terms', words: 'SHELL.TERMS' }],
  privacy: [{ to: 'thirdParty', words: 'LEGAL.THIRD_PARTIES' }],
  accessibility: [{ to: 'feedback', words: 'SHELL.CONTACT' }],
}

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return { document: await loadDocument(visit, isDocumentPage(visit.page) ? visit.page : 'terms') }
}

/** A text of the operator to be read from its beginning: terms, privacy, accessibility, contests, about, press. */
export default function DocumentScreen() {
  const t = useText()
  const { document } = useLoaderData<typeof loader>()
  const { page } = useVisitor()
  const ways = (page && further[page]) ?? []
  return (
    <TextPage title={document.title} lead={document.lead}>
      <ServerHtml html={document.html} className={style.section} />
      {ways.map(({ to, words }) => (
        <p key={to} className={style.way}>
          <Link plain to={to}>
            {t(words)}
          </Link>
        </p>
      ))}
    </TextPage>
  )
}
