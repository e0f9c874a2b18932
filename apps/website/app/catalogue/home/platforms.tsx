import { addressOf } from '@kiosk/domain/addresses'
import { Icon } from '@kiosk/ui/icon'
import { FeedbackForm } from '../../content/feedback-form.tsx'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import { useVisitor } from '../../shell/visitor.ts'
import style from './platforms.module.css'

/** Where one can read: browser, web app, apps. */
export function Platforms({ stores }: { stores: { apple: string; google: string } }) {
  const t = useText()
  const { webapp } = useVisitor()
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
          <Icon name="tablet" size={2} />
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

export function MoreFeatures() {
  const t = useText()
  return (
    <section className={style.features} aria-labelledby="more-features">
      <div className="page">
        <h2 id="more-features">{t('HOME.FEATURES')}</h2>
        <p>{t('HOME.FEATURES_BODY')}</p>
        <p>
          <Link to="features" className={style.strong}>
            {t('HOME.FEATURES_LINK')} <Icon name="arrow-right" size={1} />
          </Link>
        </p>
      </div>
    </section>
  )
}

/** `#feedback`: a message from the front page, or to the address where a person reads it. */
export function Talk({
  mail,
  socialLinks,
  writer,
}: {
  mail: string
  socialLinks: readonly { name: string; address: string }[]
  /** Who is signed in, for the form. */
  writer: { name?: string; email?: string }
}) {
  const t = useText()
  return (
    <section id="feedback" className={`page ${style.talk}`} aria-labelledby="feedback-title">
      <div>
        <h2 id="feedback-title">{t('HOME.FEEDBACK')}</h2>
        <p>{t('HOME.FEEDBACK_BODY')}</p>
        <FeedbackForm action={addressOf('home', {}, '#feedback')} known={writer} />
        <p className={style.address}>
          {t('HOME.FEEDBACK_MAIL')}: <a href={`mailto:${mail}`}>{mail}</a>
        </p>
      </div>
      {socialLinks.length > 0 && (
        <div>
          <h3>{t('HOME.SOCIAL')}</h3>
          <ul>
            {socialLinks.map(({ name, address }) => (
              <li key={address}>
                <a href={address} target="_blank" rel="noopener">
                  {name}
                  <Icon name="external-link" size={0.9} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
