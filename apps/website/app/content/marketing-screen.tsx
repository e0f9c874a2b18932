import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { visitOf } from '../shell/visit.ts'
import { loadDocument, partsOf } from './document-loading.ts'
import style from './house.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { title, lead, html } = await loadDocument(visitOf(context), 'marketing')
  return { title, lead, doors: partsOf(html) }
}

/** For publishers, for advertisers: a door for each part of the operator's text, side by side where there is room. */
export default function MarketingScreen() {
  const { title, lead, doors } = useLoaderData<typeof loader>()
  return (
    <TextPage wide title={title} lead={lead}>
      <div className={style.doors}>
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
