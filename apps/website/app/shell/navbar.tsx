import { addressOf } from '@kiosk/domain/addresses'
import { Icon } from '@kiosk/ui/icon'
import { FrameSearch } from './frame-search.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Link } from './link.tsx'
import style from './navbar.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { useText } from './use-text.ts'
import { pays, useViewer } from './viewer.ts'
import { Wordmark } from './wordmark.tsx'

/** Header: site name, the three main sections on the left, Premium and profile on the right. */
export function Navbar() {
  const t = useText()
  return (
    <header className={style.bar}>
      <div className={style.inner}>
        <Wordmark />
        <FrameSearch />
        <nav className={style.wide} aria-label={t('SHELL.MAIN_MENU')}>
          <ul className={style.sections}>
            <Rooms />
          </ul>
          <ul className={style.right}>
            <li>
              <Link to="subscriptions" className={style.premium}>
                {t('SHELL.PREMIUM')}
              </Link>
            </li>
            <LaunchOffer />
            <Profile />
          </ul>
        </nav>
        <details className={style.menu} data-menu>
          <summary>
            <Icon name="menu" />
            <span>{t('SHELL.MENU')}</span>
          </summary>
          <nav className={style.panel} aria-label={t('SHELL.MENU')}>
            <ul>
              <Rooms />
              <li>
                <Link to="subscriptions">{t('SHELL.PREMIUM')}</Link>
              </li>
              <LaunchOffer />
              <ProfileLinks />
            </ul>
            <div className={style.switches}>
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </nav>
        </details>
      </div>
    </header>
  )
}

function Rooms() {
  const t = useText()
  return (
    <>
      <li>
        <Link to="features">{t('SHELL.FEATURES')}</Link>
      </li>
      <li>
        <Link to="catalogue">{t('SHELL.MAGAZINES')}</Link>
      </li>
      <li>
        <Link to="faq">{t('SHELL.FAQ')}</Link>
      </li>
    </>
  )
}

/** Link to the offer for new readers, while it is available. */
function LaunchOffer() {
  const t = useText()
  const { launchOffer } = useViewer()
  if (!launchOffer) return null
  return (
    <li>
      <Link to="launchOffer" className={style.offer}>
        {t('SHELL.LAUNCH_OFFER')}
      </Link>
    </li>
  )
}

function Profile() {
  const t = useText()
  const { firstname } = useViewer()
  if (firstname === null) return <ProfileLinks />
  return (
    <li>
      <details className={style.profile} data-menu>
        <summary aria-label={t('SHELL.PROFILE_MENU', { name: firstname })}>
          <Icon name="user" />
          <span className={style.name}>{firstname}</span>
          <Icon name="chevron-down" size={1} />
        </summary>
        <ul className={style.panel}>
          <ProfileLinks />
        </ul>
      </details>
    </li>
  )
}

/** Signed out, the login; signed in, account links that depend on the state. */
function ProfileLinks() {
  const t = useText()
  const { firstname, state, canChangeBillingData, path, webapp } = useViewer()
  if (firstname === null) {
    return (
      <li>
        <a href={addressOf('login', path === '/' ? {} : { redirect: path })}>{t('SHELL.LOGIN')}</a>
      </li>
    )
  }
  return (
    <>
      <li>
        <a href={webapp}>{t('SHELL.MY_SHELF')}</a>
      </li>
      <li>
        <Link to="account">{t('SHELL.PROFILE')}</Link>
      </li>
      <li>
        <Link to={pays(state) ? 'currentSubscription' : 'subscriptions'}>{t('SHELL.SUBSCRIPTION')}</Link>
      </li>
      {canChangeBillingData && (
        <li>
          <Link to="paymentEdit">{t('SHELL.PAYMENT_DATA')}</Link>
        </li>
      )}
      <li>
        <Link to="devices">{t('SHELL.DEVICES')}</Link>
      </li>
      <li>
        <Link to="promoCode">{t('SHELL.PROMO_CODE')}</Link>
      </li>
      <li>
        <Link to="logout">{t('SHELL.LOGOUT')}</Link>
      </li>
    </>
  )
}
