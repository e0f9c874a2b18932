import {
  createNewsletter,
  pauseNewsletter,
  resendUncertain,
  resumeNewsletter,
  stopNewsletter,
  unscheduleNewsletter,
} from '@kiosk/contract/desk-routes'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { useEffect, useState } from 'react'
import { Label, ProgressBar } from 'react-aria-components'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import { editedDraft, sentDraft } from './draft.ts'
import style from './newsletters.module.css'
import { State } from './newsletters-screen.tsx'
import { Preview } from './preview.tsx'

/** While it is being sent, the page asks for the figures again after this. */
const REFRESH_MS = 3_000
const FIGURES = ['sent', 'waiting', 'failed', 'bounced', 'skipped', 'uncertain', 'unsubscribed'] as const

type Props = { newsletter: Newsletter; mayChange: boolean }

/** How far a newsletter is, what happened to its messages, and its text. */
export function NewsletterProgress({ newsletter, mayChange }: Props) {
  const { name, state, figures, startsAt, isSelected } = newsletter
  const t = useText()
  const time = useTime()
  const number = new Intl.NumberFormat(useLanguage())
  const draft = editedDraft(newsletter)
  const [language, setLanguage] = useState(newsletter.languages[0] ?? 'de')
  useRefresh(state === 'sending')
  const done = figures.selected - figures.waiting - figures.sending
  return (
    <>
      <PageHead title={name}>
        <div className={style.buttons}>{mayChange && <Actions newsletter={newsletter} />}</div>
      </PageHead>
      <p className={style.note}>
        <State state={state} />{' '}
        {state === 'scheduled' && startsAt && t('DESK.NEWSLETTER.SCHEDULED_FOR', { time: time(startsAt) })}
      </p>
      {state !== 'scheduled' && state !== 'draft' && (
        <>
          {isSelected || state !== 'sending' ? (
            <ProgressBar value={done} maxValue={Math.max(figures.selected, 1)} className={style.progress!}>
              {({ percentage }) => (
                <>
                  <Label>
                    {t('DESK.NEWSLETTER.PROGRESS', { done: number.format(done), all: number.format(figures.selected) })}
                  </Label>
                  <div className={style.bar}>
                    <div style={{ width: `${percentage ?? 0}%` }} />
                  </div>
                </>
              )}
            </ProgressBar>
          ) : (
            <p role="status">{t('DESK.NEWSLETTER.SELECTING')}</p>
          )}
          <dl className={style.figures}>
            {FIGURES.map((each) => (
              <div key={each}>
                <dt>{t(`DESK.NEWSLETTER.FIGURE.${each}`)}</dt>
                <dd className="number">{number.format(figures[each])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {newsletter.languages.length > 1 && (
        <div className={style.buttons}>
          {newsletter.languages.map((each) => (
            <Button
              key={each}
              kind={each === language ? 'quiet' : 'bare'}
              aria-pressed={each === language}
              onPress={() => setLanguage(each)}
            >
              {t(`DESK.LANGUAGE.${each}`)}
            </Button>
          ))}
        </div>
      )}
      <Preview draft={draft} language={language} />
    </>
  )
}

function useRefresh(isActive: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void revalidate(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isActive, revalidate])
}

function Actions({ newsletter }: Pick<Props, 'newsletter'>) {
  const { id, state, figures } = newsletter
  const t = useText()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
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
      {error && (
        <p role="alert" className={style.error}>
          {error.message}
        </p>
      )}
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
      {figures.uncertain > 0 && (
        <div className={style.uncertain}>
          <p>{t('DESK.NEWSLETTER.UNCERTAIN', { count: figures.uncertain })}</p>
          {(state === 'sent' || state === 'sending') && (
            <Button
              kind="quiet"
              isPending={isPending}
              onPress={() => void run(() => deskClient.call(resendUncertain, { params }))}
            >
              {t('DESK.NEWSLETTER.RESEND')}
            </Button>
          )}
        </div>
      )}
      {isStopping && (
        <Dialog title={t('DESK.NEWSLETTER.STOP_BUTTON')} isOpen onOpenChange={setStopping}>
          <p>{t('DESK.NEWSLETTER.STOP_SURE')}</p>
          <Button
            kind="danger"
            isPending={isPending}
            onPress={() =>
              void run(() => deskClient.call(stopNewsletter, { params })).then((isDone) => isDone && setStopping(false))
            }
          >
            {t('DESK.NEWSLETTER.STOP_BUTTON')}
          </Button>
        </Dialog>
      )}
    </>
  )
}
