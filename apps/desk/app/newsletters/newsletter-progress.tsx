import {
  createNewsletter,
  pauseNewsletter,
  resendUncertain,
  resumeNewsletter,
  stopNewsletter,
  unscheduleNewsletter,
} from '@kiosk/contract/desk-routes'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Failure, Notice } from '../pieces/notice.tsx'
import { ProgressBar } from '../pieces/progress-bar.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useNumber } from '../shell/use-format.ts'
import { useRefresh } from '../shell/use-refresh.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { editedDraft, sentDraft } from './draft.ts'
import style from './newsletters.module.css'
import { State } from './newsletters-screen.tsx'
import { Preview } from './preview.tsx'

const FIGURES = ['sent', 'waiting', 'failed', 'bounced', 'skipped', 'uncertain', 'unsubscribed'] as const

type Props = { newsletter: Newsletter; mayChange: boolean }

/** How far a newsletter is, what happened to its messages, and its text. */
export function NewsletterProgress({ newsletter, mayChange }: Props) {
  const { name, state, figures, startsAt, isSelected } = newsletter
  const t = useText()
  const time = useTime()
  const number = useNumber()
  const draft = editedDraft(newsletter)
  const [language, setLanguage] = useState(newsletter.languages[0] ?? 'de')
  const change = useChange()
  useRefresh(state === 'sending')
  const done = figures.selected - figures.waiting - figures.sending
  return (
    <>
      <PageHead title={name}>{mayChange && <Actions newsletter={newsletter} {...change} />}</PageHead>
      <Failure error={change.error} />
      <p className={style.note}>
        <State state={state} />{' '}
        {state === 'scheduled' && startsAt && t('DESK.NEWSLETTER.SCHEDULED_FOR', { time: time(startsAt) })}
      </p>
      {state !== 'scheduled' && state !== 'draft' && (
        <>
          {isSelected || state !== 'sending' ? (
            <>
              <p>{t('DESK.NEWSLETTER.PROGRESS', { done: number(done), all: number(figures.selected) })}</p>
              <ProgressBar label={t('DESK.NEWSLETTER.READERS')} value={done} most={Math.max(figures.selected, 1)} />
            </>
          ) : (
            <p role="status">{t('DESK.NEWSLETTER.SELECTING')}</p>
          )}
          <dl className={style.figures}>
            {FIGURES.map((each) => (
              <div key={each}>
                <dt>{t(`DESK.NEWSLETTER.FIGURE.${each}`)}</dt>
                <dd className="number">{number(figures[each])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {mayChange && figures.uncertain > 0 && <Uncertain newsletter={newsletter} {...change} />}
      {newsletter.languages.length > 1 && (
        <fieldset className={tabStyle.tabs} aria-label={t('DESK.NEWSLETTER.LANGUAGES')}>
          {newsletter.languages.map((each) => (
            <button
              key={each}
              type="button"
              className={tabStyle.tab}
              aria-pressed={each === language}
              onClick={() => setLanguage(each)}
            >
              {t(`DESK.LANGUAGE.${each}`)}
            </button>
          ))}
        </fieldset>
      )}
      <Preview draft={draft} language={language} />
    </>
  )
}

type ActionProps = Pick<Props, 'newsletter'> & Pick<ReturnType<typeof useChange>, 'run' | 'isPending'>

function Actions({ newsletter, run, isPending }: ActionProps) {
  const { id, state } = newsletter
  const t = useText()
  const navigate = useNavigate()
  const [isStopping, setStopping] = useState(false)
  const params = { id }
  async function copy(): Promise<void> {
    let copied = 0
    const draft = sentDraft(editedDraft(newsletter))
    const body = { ...draft, name: t('DESK.NEWSLETTER.COPY_OF', { name: newsletter.name }) }
    const isDone = await run(async () => {
      copied = (await deskClient.call(createNewsletter, { body })).id
    })
    if (isDone) await navigate(`/newsletters/${copied}`)
  }
  return (
    <>
      {state === 'scheduled' && (
        <Button
          kind="quiet"
          isPending={isPending}
          onPress={() => void run(() => deskClient.call(unscheduleNewsletter, { params }))}
        >
          {t('DESK.NEWSLETTER.UNSCHEDULE')}
        </Button>
      )}
      {state === 'sending' && (
        <Button kind="quiet" isPending={isPending} onPress={() => void run(() => deskClient.call(pauseNewsletter, { params }))}>
          {t('DESK.NEWSLETTER.PAUSE')}
        </Button>
      )}
      {state === 'paused' && (
        <Button isPending={isPending} onPress={() => void run(() => deskClient.call(resumeNewsletter, { params }))}>
          {t('DESK.NEWSLETTER.RESUME')}
        </Button>
      )}
      {(state === 'sending' || state === 'paused') && (
        <Button kind="danger" onPress={() => setStopping(true)}>
          {t('DESK.NEWSLETTER.STOP')}
        </Button>
      )}
      {(state === 'sent' || state === 'stopped') && (
        <Button kind="quiet" isPending={isPending} onPress={() => void copy()}>
          {t('DESK.NEWSLETTER.COPY')}
        </Button>
      )}
      {isStopping && (
        <FormDialog
          title={t('DESK.NEWSLETTER.STOP_BUTTON')}
          button={t('DESK.NEWSLETTER.STOP_BUTTON')}
          kind="danger"
          send={() => deskClient.call(stopNewsletter, { params })}
          onDone={() => setStopping(false)}
        >
          <p>{t('DESK.NEWSLETTER.STOP_SURE')}</p>
        </FormDialog>
      )}
    </>
  )
}

/** Messages that may have arrived: a person decides whether they are sent again. */
function Uncertain({ newsletter: { id, state, figures }, run, isPending }: ActionProps) {
  const t = useText()
  return (
    <Notice tone="bad">
      <p>{t('DESK.NEWSLETTER.UNCERTAIN', { count: figures.uncertain })}</p>
      {(state === 'sent' || state === 'sending') && (
        <Button
          kind="quiet"
          isPending={isPending}
          onPress={() => void run(() => deskClient.call(resendUncertain, { params: { id } }))}
        >
          {t('DESK.NEWSLETTER.RESEND')}
        </Button>
      )}
    </Notice>
  )
}
