import { TEXT } from '@kiosk/domain/accounts/terms'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Field, TextArea } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import type { FeedbackAnswer } from './feedback-action.ts'
import style from './feedback-form.module.css'
import { feedbackRules, feedbackRulesOfPage } from './feedback-rules.ts'

/** A message to the house. `consent`: with the box that the page asks for; `known`: who is signed in. */
export function FeedbackForm({
  action,
  consent = false,
  known = {},
}: {
  action: string
  consent?: boolean
  known?: { name?: string; email?: string }
}) {
  const t = useText()
  const fetcher = useFetcher<FeedbackAnswer>()
  const sent = useActionData() as FeedbackAnswer | undefined
  const answer = fetcher.data ?? sent
  const { props, error, focused, invalid } = useCheckedForm(consent ? feedbackRulesOfPage : feedbackRules, answer?.refusal)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fetcher.data && !fetcher.data.refusal?.field && fetcher.state === 'idle') notice.current?.focus()
  }, [fetcher.data, fetcher.state])
  if (answer?.sentTo) {
    return (
      <Notice kind="good" title={t('FEEDBACK.THANKS_TITLE')} ref={notice}>
        <p>{t('FEEDBACK.THANKS', { email: answer.sentTo })}</p>
      </Notice>
    )
  }
  const typed: Record<string, string | undefined> = { ...known, ...sent?.typed }
  return (
    <fetcher.Form method="post" action={action} className={style.form} {...props}>
      {answer?.refusal && !answer.refusal.field && (
        <Notice kind="error" ref={notice}>
          {answer.refusal.message ?? t(answer.refusal.words)} {t('FEEDBACK.KEPT')}
        </Notice>
      )}
      <div className={style.who}>
        <Field
          label={t('FEEDBACK.NAME')}
          name="name"
          autoComplete="name"
          required
          maxLength={TEXT.name}
          defaultValue={typed.name}
          error={error('name')}
          autoFocus={focused('name')}
        />
        <Field
          label={t('FEEDBACK.EMAIL')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={TEXT.email}
          defaultValue={typed.email}
          error={error('email')}
          autoFocus={focused('email')}
        />
      </div>
      <Field
        label={t('FEEDBACK.SUBJECT')}
        name="title"
        required
        maxLength={TEXT.name}
        defaultValue={typed.title}
        error={error('title')}
        autoFocus={focused('title')}
      />
      <TextArea
        label={t('FEEDBACK.MESSAGE')}
        name="content"
        required
        maxLength={TEXT.message}
        defaultValue={typed.content}
        error={error('content')}
        autoFocus={focused('content')}
      />
      {consent && (
        <Checkbox
          label={
            <>
              {t('FEEDBACK.CONSENT')}{' '}
              <Link plain to="privacy">
                {t('FEEDBACK.CONSENT_LINK')}
              </Link>
            </>
          }
          name="consent"
          value="yes"
          required
          defaultChecked={typed.consent === 'yes'}
          error={error('consent')}
          autoFocus={focused('consent')}
        />
      )}
      <p>
        <Button busy={fetcher.state !== 'idle'} busyWords={t('FEEDBACK.SENDING')} disabled={invalid}>
          {t('FEEDBACK.SEND')}
        </Button>
      </p>
    </fetcher.Form>
  )
}
