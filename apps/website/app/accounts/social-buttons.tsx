import { apiAddress } from '@kiosk/contract/route'
import { identityStart } from '@kiosk/contract/routes'
import { PageIcon } from '@kiosk/ui/page-icon'
import { MISSING_CONSENT, MissingConsent } from '../shell/missing-consent.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './social-buttons.module.css'

const providers = [
  ['facebook', 'SOCIAL.FACEBOOK'],
  ['apple', 'SOCIAL.APPLE'],
] as const

/**
 * Sign-in through providers. Without consent to social networks nothing is loaded from them, and a click explains why. Renders
 * nothing if `offered` is empty: it has the providers that are shown, and whether they can be used.
 */
export function SocialButtons({
  redirect,
  offered,
}: {
  redirect: string | null
  offered: { facebook?: boolean; apple?: boolean }
}) {
  const t = useText()
  const { look } = useViewer()
  const allowed = look?.social === 'yes'
  const shown = providers.filter(([name]) => offered[name] !== undefined)
  if (shown.length === 0) return null
  return (
    <section className={style.social} aria-label={t('SOCIAL.OR')}>
      <p className={style.or}>
        <span>{t('SOCIAL.OR')}</span>
      </p>
      {shown.map(([name, words]) =>
        allowed ? (
          <a
            key={name}
            className={`button quiet ${style.provider}`}
            aria-disabled={offered[name] ? undefined : true}
            role={offered[name] ? undefined : 'link'}
            href={offered[name] ? apiAddress(identityStart, { provider: name }, { redirect: redirect || undefined }) : undefined}
          >
            <PageIcon name={name} />
            {t(words)}
            {!offered[name] && <small>{t('SOCIAL.UNAVAILABLE')}</small>}
          </a>
        ) : (
          <button
            key={name}
            type="button"
            className={`button quiet ${style.provider}`}
            aria-disabled="true"
            popoverTarget={MISSING_CONSENT}
          >
            <PageIcon name={name} />
            {t(words)}
            <small>{t('SOCIAL.LOCKED')}</small>
          </button>
        ),
      )}
      {!allowed && <MissingConsent />}
    </section>
  )
}
