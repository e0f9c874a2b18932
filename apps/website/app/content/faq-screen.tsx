import { faqWords } from '@kiosk/languages/content/faq'
import type { LoaderFunctionArgs } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './faq-screen.module.css'
import { TextPage } from './text-page.tsx'

/** Numbers of the questions in the two columns: 6 left, 9 right (section 2.4). */
const COLUMNS = [
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11, 12, 13, 14, 15],
] as const

export function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const words = visit.words(faqWords)
  const fill = (text: string | undefined) => text?.replace('{site}', visit.operator.siteName)
  const head: HeadData = {
    structuredData: [
      JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: COLUMNS.flat().map((number) => ({
          '@type': 'Question',
          name: fill(words[`FAQ.${number}`]),
          acceptedAnswer: { '@type': 'Answer', text: fill(words[`FAQ.${number}_BODY`]) },
        })),
      }),
    ],
  }
  return { words, head }
}

export default function FaqScreen() {
  const t = useText()
  const { siteName: site } = useVisitor()
  return (
    <TextPage wide title={t('FAQ.TITLE')} lead={t('FAQ.LEAD')}>
      <div className={style.columns}>
        {COLUMNS.map((numbers) => (
          <div key={numbers[0]}>
            {numbers.map((number) => (
              <details key={number} className={style.question}>
                <summary>
                  <h2>{t(`FAQ.${number}`, { site })}</h2>
                </summary>
                <p>{t(`FAQ.${number}_BODY`, { site })}</p>
              </details>
            ))}
          </div>
        ))}
      </div>
      <p>
        <Link plain to="feedback" className="button quiet">
          {t('FAQ.WRITE')}
        </Link>
      </p>
    </TextPage>
  )
}
