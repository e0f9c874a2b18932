import { addressOf } from '@kiosk/domain/addresses'
import { houseWords } from '@kiosk/languages/content/house'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { TraceFields } from '../shell/trace-fields.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { loadDocument, partsOf, plainText } from './document-loading.ts'
import style from './faq-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

/** So many questions stand on the left, the others on the right (section 2.4). */
const LEFT = 6
const LONGEST_SEARCH = 100

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { title, lead, html } = await loadDocument(visit, 'faq')
  const questions = partsOf(html).map((part) => ({ ...part, heading: plainText(part.heading) }))
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, LONGEST_SEARCH)
  const head: HeadData = {
    structuredData: [
      JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: questions.map((question) => ({
          '@type': 'Question',
          name: question.heading,
          acceptedAnswer: { '@type': 'Answer', text: plainText(question.html) },
        })),
      }),
    ],
    ...(search && { robots: 'noindex' }),
  }
  const found = search ? questions.filter(({ heading, html }) => holds(`${heading} ${html}`, search)) : questions
  return { words: visit.words(houseWords), head, title, lead, search, questions: found }
}

/** Whether every word of a search stands in a text, upper and lower case and accents alike. */
function holds(html: string, search: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const text = plain(plainText(html))
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The operator's questions in two columns, each to open; a search leaves those that answer it, opened. */
export default function FaqScreen() {
  const t = useText()
  const { title, lead, search, questions } = useLoaderData<typeof loader>()
  const columns = search ? [questions] : [questions.slice(0, LEFT), questions.slice(LEFT)]
  return (
    <TextPage wide title={title} lead={lead}>
      <search>
        <form action={addressOf('faq')} className={style.search}>
          <TraceFields />
          <input type="search" name="search" defaultValue={search} aria-label={t('FAQ.SEARCH')} placeholder={t('FAQ.SEARCH')} />
          <button type="submit" className="button quiet">
            {t('FAQ.SEARCH_BUTTON')}
          </button>
        </form>
      </search>
      {questions.length === 0 && <p role="status">{t('FAQ.NONE')}</p>}
      <div className={search ? style.found : style.columns}>
        {columns.map((column) => (
          <div key={column[0]?.heading ?? ''}>
            {column.map(({ heading, html }) => (
              <details key={heading} className={style.question} open={search !== ''}>
                <summary>
                  <h2>{heading}</h2>
                </summary>
                <ServerHtml html={html} className={style.answer} />
              </details>
            ))}
          </div>
        ))}
      </div>
      <p className={style.ways}>
        {search && (
          <a className="button quiet" href={addressOf('faq')}>
            {t('FAQ.ALL')}
          </a>
        )}
        <Link plain to="feedback" className="button quiet">
          {t('FAQ.WRITE')}
        </Link>
      </p>
    </TextPage>
  )
}
