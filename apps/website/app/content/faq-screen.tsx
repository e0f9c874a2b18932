import { addressOf } from '@kiosk/domain/addresses'
import { contentPageMessages } from '@kiosk/i18n/messages/content-pages'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { AttributionFields } from '../shell/attribution-fields.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { loadDocument, partsOf, plainText } from './document-loading.ts'
import style from './faq-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

/** Number of questions in the left column; below them is the way to ask another one, so that both columns end together. */
const LEFT = 6
const LONGEST_SEARCH_CHARACTERS = 100

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { title, lead, html } = await loadDocument(ctx, 'faq')
  const questions = partsOf(html).map((part) => ({ ...part, heading: plainText(part.heading) }))
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, LONGEST_SEARCH_CHARACTERS)
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
  return { words: ctx.words(contentPageMessages), head, title, lead, search, questions: found }
}

/** Returns whether a text contains every word of a search, ignoring case and accents. */
function holds(html: string, search: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const text = plain(plainText(html))
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The operator's questions in two columns of disclosures; a search shows the matching ones, expanded. */
export default function FaqScreen() {
  const t = useText()
  const { title, lead, search, questions } = useLoaderData<typeof loader>()
  const columns = search ? [questions] : [questions.slice(0, LEFT), questions.slice(LEFT)]
  return (
    <TextPage wide title={title} lead={lead}>
      <search>
        <form action={addressOf('faq')} className={style.search}>
          <AttributionFields />
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
        <div className={style.ask}>
          <p>{t('FAQ.ASK')}</p>
          <p className={style.actions}>
            {search && (
              <a className="button quiet" href={addressOf('faq')}>
                {t('FAQ.ALL')}
              </a>
            )}
            <Link plain to="feedback" className="button quiet">
              {t('FAQ.WRITE')}
            </Link>
          </p>
        </div>
      </div>
    </TextPage>
  )
}
