import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Icon } from '@kiosk/ui/icon'
import { useActionData } from 'react-router'
import type { FeedbackAnswer } from '../../content/feedback-action.ts'
import { FeedbackFields } from '../../content/feedback-fields.tsx'
import form from '../../content/feedback-form.module.css'
import type { Sender } from '../../content/known-sender.ts'
import { useText } from '../../shell/use-text.ts'
import style from './platforms.module.css'

type Props = {
  mail: string
  socialLinks: readonly { name: string; address: string }[]
  sender: Sender
}

/** `#feedback`: a form for a message, and the contact address. */
export function FeedbackSection({ mail, socialLinks, sender }: Props) {
  const t = useText()
  const { sentTo, apiError, typed } = (useActionData() as FeedbackAnswer | undefined) ?? {}
  const errorText = apiError && (apiError.message ?? t(apiError.words as MessageKey))
  return (
    <section id="feedback" className={`page later ${style.feedback}`} aria-labelledby="feedback-title">
      <div>
        <h2 id="feedback-title">{t('HOME.FEEDBACK')}</h2>
        {sentTo ? (
          <p role="status">
            <strong>{t('FEEDBACK.THANKS_TITLE')}.</strong> {t('FEEDBACK.THANKS', { email: sentTo })}
          </p>
        ) : (
          <>
            <p>{t('HOME.FEEDBACK_BODY')}</p>
            {/* A plain form, so that the home page does not load its script. */}
            <form method="post" action={addressOf('home', {}, '#feedback')} className={form.form}>
              {errorText && !apiError?.field && (
                <p role="alert">
                  {errorText} {t('FEEDBACK.KEPT')}
                </p>
              )}
              <FeedbackFields
                typed={{ name: sender.senderName, email: sender.senderEmail, ...typed }}
                field={(name) => {
                  const rejected = apiError?.field === name
                  return { name, error: rejected ? (errorText ?? null) : null, autoFocus: rejected }
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
          {t('HOME.FEEDBACK_MAIL')} <a href={`mailto:${mail}`}>{mail}</a>
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
