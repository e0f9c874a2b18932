import { Icon } from '@kiosk/ui/icon'
import { MISSING_CONSENT, MissingConsent } from '../shell/missing-consent.tsx'
import { useText } from '../shell/use-text.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './social-buttons.module.css'

const providers = [
  ['facebook', 'SOCIAL.FACEBOOK'],
  ['apple', 'SOCIAL.APPLE'],
] as const

/**
 * The other ways in. Without the consent to social networks nothing of theirs is asked: a press explains why. `offered`
 * says which the operator has set up.
 */
export function SocialButtons({
  redirect,
  offered,
}: {
  redirect: string | null
  offered: Record<'facebook' | 'apple', boolean>
}) {
  const t = useText()
  const { consent } = useVisitor()
  return (
    <section className={style.social} aria-label={t('SOCIAL.OR')}>
      <p className={style.or}>
        <span>{t('SOCIAL.OR')}</span>
      </p>
      {providers.map(([name, words]) =>
        consent.social ? (
          <a
            key={name}
            className={`button quiet ${style.way}`}
            aria-disabled={offered[name] ? undefined : true}
            role={offered[name] ? undefined : 'link'}
            href={
              offered[name]
                ? `/api/v8/websession/identity/${name}${redirect ? `?${new URLSearchParams({ redirect })}` : ''}`
                : undefined
            }
          >
            <Icon name={name} />
            {t(words)}
            {!offered[name] && <small>{t('SOCIAL.UNAVAILABLE')}</small>}
          </a>
        ) : (
          <button
            key={name}
            type="button"
            className={`button quiet ${style.way}`}
            aria-disabled="true"
            popoverTarget={MISSING_CONSENT}
          >
            <Icon name={name} />
            {t(words)}
            <small>{t('SOCIAL.LOCKED')}</small>
          </button>
        ),
      )}
      {!consent.social && <MissingConsent />}
    </section>
  )
}
