import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import type { FeedbackAnswer } from './feedback-action.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import style from './feedback-form.module.css'
import { feedbackRulesOfPage } from './feedback-rules.ts'

/** The feedback form of the feedback page, with the required consent. `known`: the signed-in user. */
export function FeedbackForm({ known }: { known: { name?: string; email?: string } }) {
  const t = useText()
  const fetcher = useFetcher<FeedbackAnswer>()
  const sent = useActionData() as FeedbackAnswer | undefined
  const answer = fetcher.data ?? sent
  const apiError = answer?.apiError
  const { props, field } = useCheckedForm(feedbackRulesOfPage, apiError)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fetcher.data && !fetcher.data.apiError?.field) notice.current?.focus()
  }, [fetcher.data])
  if (answer?.sentTo) {
    return (
      <Notice kind="good" title={t('FEEDBACK.THANKS_TITLE')} ref={notice}>
        <p>{t('FEEDBACK.THANKS', { email: answer.sentTo })}</p>
      </Notice>
    )
  }
  const typed: Partial<Record<string, string>> = { ...known, ...sent?.typed }
  return (
    <fetcher.Form method="post" action={addressOf('feedback')} className={style.form} {...props}>
      {apiError && !apiError.field && (
        <Notice kind="error" ref={notice}>
          {apiError.message ?? t(apiError.words as MessageKey)} {t('FEEDBACK.KEPT')}
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
        <Button busy={fetcher.state !== 'idle'} busyWords={t('FEEDBACK.SENDING')}>
          {t('FEEDBACK.SEND')}
        </Button>
      </p>
    </fetcher.Form>
  )
}
