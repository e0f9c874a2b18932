import type { Page } from '@kiosk/domain/addresses'
import { accessibility } from '@kiosk/languages/content/accessibility'
import { holidayContest, recipeContest } from '@kiosk/languages/content/contests'
import type { InLanguages } from '@kiosk/languages/content/document'
import { privacy } from '@kiosk/languages/content/privacy'
import { previousTerms, terms } from '@kiosk/languages/content/terms'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './legal-screen.module.css'
import { TextPage } from './text-page.tsx'

const documents: Partial<Record<Page, InLanguages>> = {
  terms,
  previousTerms,
  privacy,
  accessibility,
  holidayContest,
  recipeContest,
}

/** Where a document leads on to; the names of those pages. */
const further: Partial<Record<Page, readonly { to: Page; words: string }[]>> = {
  terms: [{ to: 'previousTerms', words: 'LEGAL.PREVIOUS' }],
  previousTerms: [{ to: 'terms', words: 'SHELL.TERMS' }],
  privacy: [{ to: 'thirdParty', words: 'LEGAL.THIRD_PARTIES' }],
  accessibility: [{ to: 'feedback', words: 'SHELL.CONTACT' }],
}

export function loader({ context }: LoaderFunctionArgs) {
  const { page, language } = visitOf(context)
  return { document: documents[page ?? 'terms']?.[language] ?? terms[language] }
}

/** Terms, privacy, accessibility, contests: numbered sections and their edition. */
export default function LegalScreen() {
  const t = useText()
  const { document } = useLoaderData<typeof loader>()
  const { page } = useVisitor()
  const ways = (page && further[page]) ?? []
  return (
    <TextPage title={document.title} lead={document.edition}>
      {document.sections.map(([heading, ...paragraphs]) => (
        <section key={heading} className={style.section}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
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
