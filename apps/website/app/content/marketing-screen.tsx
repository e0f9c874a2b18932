import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requestContext } from '../shell/request-context.ts'
import style from './company-pages.module.css'
import { loadDocument, partsOf } from './document-loading.ts'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { title, lead, html } = await loadDocument(requestContext(context), 'marketing')
  return { title, lead, doors: partsOf(html) }
}

/** Page for publishers and advertisers: one card per part of the operator's text, side by side on wide screens. */
export default function MarketingScreen() {
  const { title, lead, doors } = useLoaderData<typeof loader>()
  return (
    <TextPage wide title={title} lead={lead}>
      <div className={style.cards}>
        {doors.map(({ heading, html }) => (
          <section key={heading}>
            <ServerHtml html={heading && `<h2>${heading}</h2>`} />
            <ServerHtml html={html} />
          </section>
        ))}
      </div>
    </TextPage>
  )
}
