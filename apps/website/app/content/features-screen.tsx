import { contentPageMessages } from '@kiosk/i18n/messages/content-pages'
import { LineIcon } from '@kiosk/ui/line-icon'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { featuresIn, loadDocument } from './document-loading.ts'
import { featureShapes } from './feature-shapes.ts'
import style from './features-screen.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { title, lead, html } = await loadDocument(ctx, 'features')
  return { words: ctx.words(contentPageMessages), title, lead, features: featuresIn(html) }
}

/** Feature list in the order of the operator's text. */
export default function FeaturesScreen() {
  const t = useText()
  const { title, lead, features } = useLoaderData<typeof loader>()
  return (
    <TextPage wide title={title} lead={lead}>
      <ul className={style.features}>
        {features.map(({ name, icon, html }) => (
          <li key={name}>
            <LineIcon shape={featureShapes[icon]} size="1.75em" />
            <div>
              <h2>{name}</h2>
              <ServerHtml html={html} />
            </div>
          </li>
        ))}
      </ul>
      <p>
        <Link plain to="catalogue" className="button">
          {t('FEATURES.TO_MAGAZINES')}
        </Link>
      </p>
    </TextPage>
  )
}
