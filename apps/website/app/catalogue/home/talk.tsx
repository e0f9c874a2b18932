import { addressOf } from '@kiosk/domain/addresses'
import { Icon } from '@kiosk/ui/icon'
import { useActionData } from 'react-router'
import type { FeedbackAnswer } from '../../content/feedback-action.ts'
import { FeedbackFields } from '../../content/feedback-fields.tsx'
import form from '../../content/feedback-form.module.css'
import { useText } from '../../shell/use-text.ts'
import style from './platforms.module.css'

type Props = {
  mail: string
  socialLinks: readonly { name: string; address: string }[]
  /** Who is signed in, for the form. */
  writer: { name?: string; email?: string }
}

/** `#feedback`: a message from the front page, or to the address where a person reads it. */
export function Talk({ mail, socialLinks, writer }: Props) {
  const t = useText()
  const { sentTo, refusal, typed } = (useActionData() as FeedbackAnswer | undefined) ?? {}
  const said = refusal && (refusal.message ?? t(refusal.words))
  return (
    <section id="feedback" className={`page ${style.talk}`} aria-labelledby="feedback-title">
      <div>
        <h2 id="feedback-title">{t('HOME.FEEDBACK')}</h2>
        {sentTo ? (
          <p role="status">
            <strong>{t('FEEDBACK.THANKS_TITLE')}.</strong> {t('FEEDBACK.THANKS', { email: sentTo })}
          </p>
        ) : (
          <>
            <p>{t('HOME.FEEDBACK_BODY')}</p>
            {/* The browser sends it: the front page carries no more script for a form at its end. */}
            <form method="post" action={addressOf('home', {}, '#feedback')} className={form.form}>
              {said && !refusal?.field && (
                <p role="alert">
                  {said} {t('FEEDBACK.KEPT')}
                </p>
              )}
              <FeedbackFields
                typed={{ ...writer, ...typed }}
                field={(name) => {
                  const refused = refusal?.field === name
                  return { name, error: refused ? (said ?? null) : null, autoFocus: refused }
                }}
              />
              <p>
                <button type="submit" className="button">
                  {t('FEEDBACK.SEND')}
                </button>
              </p>
            </form>
          </>
        )}
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
