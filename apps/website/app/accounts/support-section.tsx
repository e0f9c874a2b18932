import type { SupportAccess } from '@kiosk/domain/accounts/support-endpoints'
import { formatClock, formatMoment } from '@kiosk/domain/date-format'
import type { Language, Locale } from '@kiosk/domain/locale'
import { Button } from '@kiosk/ui/button'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import { Outcome, SecurityForm } from './security-form.tsx'
import style from './security-screen.module.css'

type Shown = ReturnType<typeof shownSupport>

/** Returns the permission with its times in the reader's language. */
export function shownSupport({ running, asked, views }: SupportAccess, language: Language, locale: Locale) {
  return {
    until: running && formatClock(language, running.endsAt),
    asked: asked && { name: asked.by, when: formatMoment(locale, asked.at) },
    views: views.map(({ by, openedAt, lookedAt }) => ({
      name: by,
      at: openedAt,
      from: formatMoment(locale, openedAt),
      until: formatClock(language, lookedAt),
    })),
  }
}

type Props = { support: Shown; confirmed: boolean; sent: SecurityAnswer | undefined }

/** Lets the staff look at the account for half an hour, and says who did. */
export function SupportSection({ support: { until, asked, views }, confirmed, sent }: Props) {
  const t = useText()
  return (
    <section className={style.section} aria-labelledby="support">
      <h2 id="support">{t('SUPPORT.TITLE')}</h2>
      <Outcome sent={sent} />
      <p>{t('SUPPORT.LEAD')}</p>
      {!until && asked && <p>{t('SUPPORT.ASKED', asked)}</p>}
      {until ? (
        <SecurityForm intent="support-end">
          <p>{t('SUPPORT.RUNNING', { time: until })}</p>
          <Button kind="quiet">{t('SUPPORT.END')}</Button>
        </SecurityForm>
      ) : confirmed ? (
        <SecurityForm intent="support-allow">
          <Button>{t('SUPPORT.ALLOW')}</Button>
        </SecurityForm>
      ) : (
        <p>
          <a href="#confirm">{t('SUPPORT.ALLOW_FIRST')}</a>
        </p>
      )}
      {views.length > 0 && (
        <>
          <h3>{t('SUPPORT.VIEWS')}</h3>
          <ul className={style.events}>
            {views.map(({ name, at, from, until }) => (
              <li key={`${name} ${at}`}>
                <strong>{name}</strong>
                <span>{t('SUPPORT.SEEN', { from, until })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
