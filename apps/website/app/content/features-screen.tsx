import { featureWords } from '@kiosk/languages/content/features'
import { LineIcon } from '@kiosk/ui/line-icon'
import type { LoaderFunctionArgs } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { featureShapes } from './feature-shapes.ts'
import style from './features-screen.module.css'
import { TextPage } from './text-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return { words: visitOf(context).words(featureWords) }
}

/** The eleven features, in the order of the specification. */
export const features = [
  { name: 'read', icon: 'book-open' },
  { name: 'archive', icon: 'archive' },
  { name: 'recommend', icon: 'sparkles' },
  { name: 'search', icon: 'text-search' },
  { name: 'feeds', icon: 'rss' },
  { name: 'lookup', icon: 'book-marked' },
  { name: 'push', icon: 'bell' },
  { name: 'mine', icon: 'library' },
  { name: 'bookmarks', icon: 'bookmark' },
  { name: 'ads', icon: 'megaphone-off', paid: true },
  { name: 'offline', icon: 'cloud-download', paid: true },
] as const satisfies readonly { name: string; icon: keyof typeof featureShapes; paid?: boolean }[]

export default function FeaturesScreen() {
  const t = useText()
  return (
    <TextPage wide title={t('FEATURES.TITLE')} lead={t('FEATURES.LEAD')}>
      <ul className={style.features}>
        {features.map((feature) => (
          <li key={feature.name}>
            <LineIcon shape={featureShapes[feature.icon]} size="1.75em" />
            <div>
              <h2>{t(`FEATURES.${feature.name}`)}</h2>
              {'paid' in feature && <p className={style.paid}>{t('FEATURES.PAID')}</p>}
              <p>{t(`FEATURES.${feature.name}_BODY`)}</p>
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
