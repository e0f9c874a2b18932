import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Notice } from '@kiosk/ui/notice'
import { useActionData } from 'react-router'
import partialForm from '../shell/browser/partial-form.ts?worker&url'
import { Link } from '../shell/link.tsx'
import { useSlots } from '../shell/slots.tsx'
import { useText } from '../shell/use-text.ts'
import type { FeedbackAnswer } from './feedback-action.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import style from './feedback-form.module.css'
import type { Sender } from './known-sender.ts'

/** Id of the form, and of the notice that replaces it. */
const PART = 'feedback'

/** The feedback form of the feedback page, with the required consent. */
export function FeedbackForm({ sender }: { sender: Sender | null }) {
  const t = useText()
  const { senderName, senderEmail } = useSlots(sender)
  const { sentTo, apiError, typed: sent } = (useActionData() as FeedbackAnswer | undefined) ?? {}
  if (sentTo) {
    return (
      <div id={PART}>
        <Notice kind="good" title={t('FEEDBACK.THANKS_TITLE')} autoFocus>
          <p>{t('FEEDBACK.THANKS', { email: sentTo })}</p>
        </Notice>
      </div>
    )
  }
  const errorText = apiError && (apiError.message ?? t(apiError.words as MessageKey))
  const field = (name: string) => {
    const rejected = apiError?.field === name
    return { name, error: rejected ? (errorText ?? null) : null, autoFocus: rejected }
  }
  const typed: Partial<Record<string, string>> = { name: senderName, email: senderEmail, ...sent }
  return (
    <form
      id={PART}
      method="post"
      action={addressOf('feedback')}
      className={style.form}
      data-part={PART}
      data-script={partialForm}
      data-near
      data-once
    >
      {apiError && !apiError.field && (
        <Notice kind="error" autoFocus>
          {errorText} {t('FEEDBACK.KEPT')}
        </Notice>
      )}
      <FeedbackFields typed={typed} field={field} />
      <Checkbox
        label={
          <>
            {t('FEEDBACK.CONSENT')}{' '}
            <Link plain to="privacy">
              {t('FEEDBACK.CONSENT_LINK')}
            </Link>
          </>
        }
        {...field('consent')}
        value="yes"
        required
        defaultChecked={typed.consent === 'yes'}
      />
      <p>
        <button type="submit" className="button">
          {t('FEEDBACK.SEND')}
        </button>
      </p>
    </form>
  )
}
