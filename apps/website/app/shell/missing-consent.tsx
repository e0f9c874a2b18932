import { CloseButton } from '@kiosk/ui/close-button'
import style from './cookie-consent.module.css'
import { COOKIE_SETTINGS } from './cookie-consent.tsx'
import { Link } from './link.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

export const MISSING_CONSENT = 'missing-consent'

/** Dialog opened by `popovertarget` where a feature needs consent to social networks: accept or close. */
export function MissingConsent() {
  const t = useText()
  const { path } = useViewer()
  return (
    <dialog id={MISSING_CONSENT} popover="auto" className={style.settings} aria-labelledby="missing-consent-title">
      <form method="post" action="/preferences">
        <input type="hidden" name="back" value={path} />
        <input type="hidden" name="social" value="1" />
        <h2 id="missing-consent-title">{t('COOKIES.SOCIAL')}</h2>
        <p>{t('ERROR.COOKIE.MISSING_SOCIAL_CONSENT')}</p>
        <p className={style.actions}>
          <button type="button" popoverTarget={COOKIE_SETTINGS}>
            {t('SHELL.COOKIE_SETTINGS')}
          </button>
          <Link plain to="privacy">
            {t('COOKIES.MORE')}
          </Link>
        </p>
        <div className={style.buttons}>
          <button type="submit" name="consent" value="chosen" className="button">
            {t('COOKIES.ALLOW_SOCIAL')}
          </button>
          <button type="button" popoverTarget={MISSING_CONSENT} popoverTargetAction="hide" className="button quiet">
            {t('SHELL.CLOSE')}
          </button>
        </div>
      </form>
      <CloseButton label={t('SHELL.CLOSE')} popoverTarget={MISSING_CONSENT} popoverTargetAction="hide" />
    </dialog>
  )
}
