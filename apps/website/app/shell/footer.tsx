import type { Page } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { Flag } from '@kiosk/ui/flag'
import { COOKIE_SETTINGS, useOffersConsent } from './cookie-consent.tsx'
import style from './footer.module.css'
import { languageNames } from './language-switch.tsx'
import { Link } from './link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'
import { Wordmark } from './wordmark.tsx'

/** Footer of every page: legal links and rarely changed settings. */
export function Footer() {
  const t = useText()
  const { press, path, language, countryCode, countryName } = useViewer()
  const offersConsent = useOffersConsent()
  return (
    <footer className={style.footer}>
      <div className={style.inner}>
        <div className={style.company}>
          <Wordmark />
          <p>{t('SHELL.COLOPHON')}</p>
          <p className={style.region} title={t('SHELL.REGION', { country: countryName || countryCode })}>
            <Flag country={countryCode} label={t('SHELL.REGION', { country: countryName || countryCode })} />
            <span aria-hidden="true">{countryName || countryCode}</span>
          </p>
        </div>
        <nav aria-label={t('SHELL.FOOTER_HOUSE')}>
          <h2>{t('SHELL.FOOTER_HOUSE')}</h2>
          <ul>
            <PageLink to="about">{t('SHELL.ABOUT')}</PageLink>
            <li>
              <a href={press}>{t('SHELL.PRESS')}</a>
            </li>
            <PageLink to="marketing">{t('SHELL.MARKETING')}</PageLink>
            <PageLink to="feedback">{t('SHELL.CONTACT')}</PageLink>
          </ul>
        </nav>
        <nav className={style.legal} aria-label={t('SHELL.FOOTER_LEGAL')}>
          <h2>{t('SHELL.FOOTER_LEGAL')}</h2>
          <ul>
            <PageLink to="imprint">{t('SHELL.IMPRINT')}</PageLink>
            <PageLink to="terms">{t('SHELL.TERMS')}</PageLink>
            <PageLink to="privacy">{t('SHELL.PRIVACY')}</PageLink>
            {offersConsent && (
              <li>
                <button type="button" popoverTarget={COOKIE_SETTINGS}>
                  {t('SHELL.COOKIE_SETTINGS')}
                </button>
              </li>
            )}
            <PageLink to="accessibility">{t('SHELL.ACCESSIBILITY')}</PageLink>
          </ul>
        </nav>
        <nav aria-label={t('SHELL.FOOTER_SERVICE')}>
          <h2>{t('SHELL.FOOTER_SERVICE')}</h2>
          <ul>
            <PageLink to="cancel">{t('SHELL.CANCEL_CONTRACT')}</PageLink>
            <PageLink to="withdraw">{t('SHELL.WITHDRAW_CONTRACT')}</PageLink>
          </ul>
        </nav>
        <div className={style.choices}>
          <form method="post" action="/preferences">
            <fieldset className={style.languages}>
              <legend>{t('SHELL.LANGUAGE')}</legend>
              <input type="hidden" name="back" value={path} />
              {languages.map((each) => (
                <button key={each} type="submit" name="language" value={each} lang={each} aria-pressed={language === each}>
                  <Flag country={each === 'en' ? 'uk' : each} />
                  {languageNames[each]}
                </button>
              ))}
            </fieldset>
          </form>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

function PageLink({ to, children }: { to: Page; children: string }) {
  return (
    <li>
      <Link plain to={to}>
        {children}
      </Link>
    </li>
  )
}
