import { contentPageMessages } from '@kiosk/i18n/messages/content-pages'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './company-pages.module.css'
import { loadDocument, partsOf } from './document-loading.ts'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { title, lead, html } = await loadDocument(ctx, 'imprint')
  const { demonstration } = ctx.operator
  return { words: ctx.words(contentPageMessages), title, lead, facts: partsOf(html), demonstration }
}

/** Imprint: each part of the operator's text is a labelled entry. */
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
