import { CloseButton } from '@kiosk/ui/close-button'
import style from './cookie-consent.module.css'
import { Link } from './link.tsx'
import { useLook, When } from './slots.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

export const COOKIE_SETTINGS = 'cookie-settings'

/** Returns whether there is something that visitors can allow; otherwise there is neither a banner nor settings. */
export function useOffersConsent(): boolean {
  const { offersProviders, advertisingPartner } = useViewer()
  return offersProviders || advertisingPartner !== null
}

/** Banner that is shown until answered, first in tab order; closing it accepts only necessary cookies. */
export function CookieBanner() {
  const t = useText()
  const { path, offersProviders, advertisingPartner: partner } = useViewer()
  return (
    <section className={style.banner} aria-labelledby="cookie-banner" data-banner="">
      <form method="post" action="/preferences" className={style.inner}>
        <input type="hidden" name="back" value={path} />
        <div className={style.words}>
          <h2 id="cookie-banner">{t('COOKIES.TITLE')}</h2>
          <p>
            {t('COOKIES.BODY')} {offersProviders && `${t('COOKIES.BODY_SOCIAL')} `}
            {partner && `${t(offersProviders ? 'COOKIES.BODY_ADS' : 'COOKIES.BODY_ADS_ONLY', { partner: partner.name })} `}
            <Link plain to="privacy">
              {t('COOKIES.MORE')}
            </Link>
          </p>
        </div>
        <div className={style.buttons}>
          <button type="submit" name="consent" value="all" className="button">
            {t('COOKIES.ACCEPT_ALL')}
          </button>
          <button type="submit" name="consent" value="necessary" className="button">
            {t('COOKIES.ONLY_NECESSARY')}
          </button>
          <button type="button" popoverTarget={COOKIE_SETTINGS} className="button quiet">
            {t('COOKIES.SETTINGS')}
          </button>
        </div>
        <CloseButton label={t('SHELL.CLOSE')} type="submit" name="consent" value="necessary" />
      </form>
    </section>
  )
}

function ConsentSwitch({ to }: { to: 'social' | 'ads' }) {
  const look = useLook()
  return (['yes', 'no'] as const).map((each) => (
    <When key={each} value={look[to]} is={each}>
      <input id={`consent-${to}`} type="checkbox" className="switch" name={to} value="1" defaultChecked={each === 'yes'} />
    </When>
  ))
}

/** Dialog opened by any button with `popovertarget`, without JavaScript; saving reloads the page. */
export function CookieSettings() {
  const t = useText()
  const { path, offersProviders, advertisingPartner: partner } = useViewer()
  return (
    <dialog id={COOKIE_SETTINGS} popover="auto" className={style.settings} aria-labelledby="cookie-settings-title">
      <form method="post" action="/preferences">
        <input type="hidden" name="back" value={path} />
        <h2 id="cookie-settings-title">{t('SHELL.COOKIE_SETTINGS')}</h2>
        <label className={style.choice}>
          <span>
            <strong>{t('COOKIES.NECESSARY')}</strong>
            <span>{t('COOKIES.NECESSARY_BODY')}</span>
          </span>
          <input type="checkbox" className="switch" checked disabled readOnly />
        </label>
        {offersProviders && (
          <label className={style.choice} htmlFor="consent-social">
            <span>
              <strong>{t('COOKIES.SOCIAL')}</strong>
              <span>{t('COOKIES.SOCIAL_BODY')}</span>
            </span>
            <ConsentSwitch to="social" />
          </label>
        )}
        {partner && (
          <label className={style.choice} htmlFor="consent-ads">
            <span>
              <strong>{t('COOKIES.ADS', { partner: partner.name })}</strong>
              <span>
                {t('COOKIES.ADS_BODY', { partner: partner.name })}{' '}
                <a href={partner.policy} rel="noopener noreferrer">
                  {t('COOKIES.ADS_POLICY', { partner: partner.name })}
                </a>
              </span>
            </span>
            <input type="hidden" name="asked" value="ads" />
            <ConsentSwitch to="ads" />
          </label>
        )}
        <div className={style.buttons}>
          <button type="submit" name="consent" value="all" className="button">
            {t('COOKIES.ACCEPT_ALL')}
          </button>
          <button type="submit" name="consent" value="chosen" className="button">
            {t('COOKIES.SAVE')}
          </button>
        </div>
      </form>
      <CloseButton label={t('SHELL.CLOSE')} popoverTarget={COOKIE_SETTINGS} popoverTargetAction="hide" />
    </dialog>
  )
}
