import type { Page } from '@kiosk/domain/addresses'
import { previousTerms as previousCall, privacyPolicy, terms as termsCall, textDocument } from '@kiosk/domain/content/endpoints'
import { accessibility } from '@kiosk/languages/content/accessibility'
import { holidayContest, recipeContest } from '@kiosk/languages/content/contests'
import type { InLanguages } from '@kiosk/languages/content/document'
import { privacy } from '@kiosk/languages/content/privacy'
import { previousTerms, terms } from '@kiosk/languages/content/terms'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './legal-screen.module.css'
import { ServerHtml } from './server-html.tsx'
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

type InForce = { content: string; version: string }
const text = (key: string) => async (visit: Visit) => visit.call(textDocument, { params: { key } })
/** The calls that answer the edition in force. */
const calls: Partial<Record<Page, (visit: Visit, region: number) => Promise<InForce>>> = {
  terms: (visit, region) => visit.call(termsCall, { query: { region } }),
  previousTerms: (visit, region) => visit.call(previousCall, { query: { version: '2018-11-01', region } }),
  privacy: async (visit) => {
    const { content, date } = await visit.call(privacyPolicy)
    return { content, version: date }
  },
  accessibility: text('accessibility'),
  holidayContest: text('contest-holiday'),
  recipeContest: text('contest-recipe'),
}

/** The edition in force as the API has it; the shipped one where it can't be asked, because these texts must always be there. */
export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const page = visit.page ?? 'terms'
  const region = (await visit.who()).region.id
  const inForce = await calls[page]?.(visit, region).catch(() => null)
  return { document: documents[page]?.[visit.language] ?? terms[visit.language], html: inForce?.content ?? null }
}

/** Terms, privacy, accessibility, contests: numbered sections and their edition. */
export default function LegalScreen() {
  const t = useText()
  const { document, html } = useLoaderData<typeof loader>()
  const { page } = useVisitor()
  const ways = (page && further[page]) ?? []
  return (
    <TextPage title={document.title} lead={document.edition}>
      {html !== null && <ServerHtml html={html} className={style.section} />}
      {(html === null ? document.sections : []).map(([heading, ...paragraphs]) => (
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
