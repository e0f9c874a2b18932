import { houseWords } from '@kiosk/languages/content/house'
import type { LoaderFunctionArgs } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './house.module.css'
import { TextPage } from './text-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return { words: visitOf(context).words(houseWords) }
}

export default function AboutScreen() {
  const t = useText()
  const { counts, siteName: site } = useVisitor()
  return (
    <TextPage title={t('ABOUT.TITLE')} lead={t('ABOUT.LEAD', { site })}>
      <h2>{t('ABOUT.SHELF')}</h2>
      <p>{t('ABOUT.SHELF_BODY', counts)}</p>
      <h2>{t('ABOUT.MODEL')}</h2>
      <p>{t('ABOUT.MODEL_BODY')}</p>
      <h2>{t('ABOUT.MARKETS')}</h2>
      <p>{t('ABOUT.MARKETS_BODY')}</p>
      <ul className={style.ways}>
        <li>
          <Link plain to="features">
            {t('ABOUT.LINK_FEATURES')}
          </Link>
        </li>
        <li>
          <Link plain to="catalogue">
            {t('ABOUT.LINK_MAGAZINES')}
          </Link>
        </li>
        <li>
          <Link plain to="subscriptions">
            {t('ABOUT.LINK_PRICES')}
          </Link>
        </li>
        <li>
          <Link plain to="feedback">
            {t('ABOUT.LINK_CONTACT')}
          </Link>
        </li>
      </ul>
    </TextPage>
  )
}
