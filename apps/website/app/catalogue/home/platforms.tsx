import { FlipCards } from '@kiosk/ui/flip-cards'
import { Icon } from '@kiosk/ui/icon'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import { useViewer } from '../../shell/viewer.ts'
import style from './platforms.module.css'

/** Platforms: browser, web app and apps. */
export function Platforms({ stores }: { stores: { apple: string; google: string } }) {
  const t = useText()
  const { webapp } = useViewer()
  return (
    <section className={`page ${style.platforms}`} aria-labelledby="platforms">
      <h2 id="platforms">{t('HOME.PLATFORMS')}</h2>
      <ol>
        <li>
          <Icon name="laptop" size={2} />
          <h3>{t('HOME.PLATFORM_WEB')}</h3>
          <p>{t('HOME.PLATFORM_WEB_BODY')}</p>
          <Link to="catalogue">{t('HOME.ALL_MAGAZINES')}</Link>
        </li>
        <li>
          <Icon name="app-window" size={2} />
          <h3>{t('HOME.PLATFORM_APP')}</h3>
          <p>{t('HOME.PLATFORM_APP_BODY')}</p>
          <a href={webapp}>{t('HOME.PLATFORM_APP_LINK')}</a>
        </li>
        <li>
          <Icon name="smartphone" size={2} />
          <h3>{t('HOME.PLATFORM_MOBILE')}</h3>
          <p>{t('HOME.PLATFORM_MOBILE_BODY')}</p>
          <a href={stores.apple} target="_blank" rel="noopener">
            {t('HOME.STORE_APPLE')}
          </a>
          <a href={stores.google} target="_blank" rel="noopener">
            {t('HOME.STORE_GOOGLE')}
          </a>
        </li>
      </ol>
    </section>
  )
}

export type FeatureCard = { title: string; text: string }

/** Some features as flip cards, with a link to all features. */
export function MoreFeatures({ cards }: { cards: readonly FeatureCard[] }) {
  const t = useText()
  return (
    <section className={style.features} aria-labelledby="more-features">
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
