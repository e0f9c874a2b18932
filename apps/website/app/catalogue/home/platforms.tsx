import type { Operator } from '@kiosk/domain/operator'
import { FlipCards } from '@kiosk/ui/flip-cards'
import { Icon } from '@kiosk/ui/icon'
import { LineIcon } from '@kiosk/ui/line-icon'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import { useViewer } from '../../shell/viewer.ts'
import style from './platforms.module.css'

/** Shapes from Lucide (ISC licence, lucide.dev). */
const LAPTOP =
  '<path d="M18 5a2 2 0 0 1 2 2v8.526a2 2 0 0 0 .212.897l1.068 2.127a1 1 0 0 1-.9 1.45H3.62a1 1 0 0 1-.9-1.45l1.068-2.127A2 2 0 0 0 4 15.526V7a2 2 0 0 1 2-2z"/><path d="M20.054 15.987H3.946"/>'
const APP_WINDOW = '<rect x="2" y="4" width="20" height="16" rx="2"/><path d="M10 4v4"/><path d="M2 8h20"/><path d="M6 4v4"/>'
const SMARTPHONE = '<rect width="14" height="20" x="5" y="2" rx="2" ry="2"/><path d="M12 18h.01"/>'

/** Platforms: browser, web app and, if the operator has any, apps. */
export function Platforms({ stores }: { stores: Operator['stores'] }) {
  const t = useText()
  const { webapp } = useViewer()
  return (
    <section className={`page later ${style.platforms}`} aria-labelledby="platforms">
      <h2 id="platforms">{t('HOME.PLATFORMS')}</h2>
      <ol>
        <li>
          <LineIcon shape={LAPTOP} size="2em" />
          <h3>{t('HOME.PLATFORM_WEB')}</h3>
          <p>{t('HOME.PLATFORM_WEB_BODY')}</p>
          <Link to="catalogue">{t('HOME.ALL_MAGAZINES')}</Link>
        </li>
        <li>
          <LineIcon shape={APP_WINDOW} size="2em" />
          <h3>{t('HOME.PLATFORM_APP')}</h3>
          <p>{t('HOME.PLATFORM_APP_BODY')}</p>
          <a href={webapp}>{t('HOME.PLATFORM_APP_LINK')}</a>
        </li>
        {(stores.apple || stores.google) && (
          <li>
            <LineIcon shape={SMARTPHONE} size="2em" />
            <h3>{t('HOME.PLATFORM_MOBILE')}</h3>
            <p>{t('HOME.PLATFORM_MOBILE_BODY')}</p>
            {stores.apple && (
              <a href={stores.apple} target="_blank" rel="noopener">
                {t('HOME.STORE_APPLE')}
              </a>
            )}
            {stores.google && (
              <a href={stores.google} target="_blank" rel="noopener">
                {t('HOME.STORE_GOOGLE')}
              </a>
            )}
          </li>
        )}
      </ol>
    </section>
  )
}

type FeatureCard = { title: string; text: string }

/** Some features as flip cards, with a link to all features. */
export function MoreFeatures({ cards }: { cards: readonly FeatureCard[] }) {
  const t = useText()
  return (
    <section className={`later ${style.features}`} aria-labelledby="more-features">
      <div className={`page ${style.turning}`}>
        <div>
          <h2 id="more-features">{t('HOME.FEATURES')}</h2>
          <p>{t('HOME.FEATURES_BODY')}</p>
          <p>
            <Link to="features" className={style.strong}>
              {t('HOME.FEATURES_LINK')} <Icon name="arrow-right" size={1} />
            </Link>
          </p>
        </div>
        <FlipCards turn={t('HOME.FLIP')} cards={cards.map(({ title, text }) => ({ title, behind: <p>{text}</p> }))} />
      </div>
    </section>
  )
}
