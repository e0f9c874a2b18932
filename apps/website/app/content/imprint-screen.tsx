import { houseWords } from '@kiosk/languages/content/house'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { loadDocument, partsOf } from './document-loading.ts'
import style from './house.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { title, lead, html } = await loadDocument(visit, 'imprint')
  const { demonstration } = visit.operator
  return { words: visit.words(houseWords), title, lead, facts: partsOf(html), demonstration }
}

/** Who answers for this website: each part of the operator's text is a fact with its name. */
export default function ImprintScreen() {
  const t = useText()
  const { title, lead, facts, demonstration } = useLoaderData<typeof loader>()
  return (
    <TextPage title={title} lead={lead}>
      {demonstration && <p className={style.demonstration}>{t('IMPRINT.DEMONSTRATION')}</p>}
      <div className={style.facts}>
        {facts.map(({ heading, html }) => (
          <ServerHtml key={heading} className={style.fact} html={heading ? `<h2>${heading}</h2><div>${html}</div>` : html} />
        ))}
      </div>
    </TextPage>
  )
}
