import { openView, requestView } from '@kiosk/contract/desk-routes'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { useRefresh } from '../shell/use-refresh.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'

/** Time after a request in which the page follows by itself when the reader gives the permission. */
const ANSWER_EXPECTED_MS = 30 * MINUTE_MS
const FOLLOW_EVERY_MS = 5 * SECOND_MS

type Props = { account: ReaderPage['account']; support: ReaderPage['support']; mayView: boolean }

/** Asks the reader for the permission to look at the account, opens the view, and lists who looked. */
export function ViewPart({ account: { id, verifiedAt, closedAt }, support, mayView }: Props) {
  const t = useText()
  const time = useTime()
  const [dialog, setDialog] = useState<'request' | 'open' | null>(null)
  // Repeated presses send one e-mail.
  const [requestId, setRequestId] = useState('')
  const { running, asked, views } = support
  const close = () => setDialog(null)
  const isAsked = asked !== null && Date.now() - Date.parse(asked.at) < ANSWER_EXPECTED_MS
  useRefresh(mayView && (isAsked || running !== null), FOLLOW_EVERY_MS)
  const ask = (reason: string) => deskClient.call(requestView, { params: { id }, body: { requestId, reason } })
  const open = async (reason: string) => {
    const { address } = await deskClient.call(openView, { params: { id }, body: { reason } })
    window.location.assign(address)
  }
  return (
    <section className={style.part} aria-labelledby="view">
      <h2 id="view">{t('DESK.READERS.VIEW')}</h2>
      <p className={style.quiet}>{t('DESK.READERS.VIEW_ABOUT')}</p>
      <p>{running ? t('DESK.READERS.VIEW_UNTIL', { time: time(running.endsAt) }) : t('DESK.READERS.VIEW_NOT_ALLOWED')}</p>
      {!running && asked && (
        <p className={style.quiet}>{t('DESK.READERS.VIEW_ASKED', { name: asked.by, time: time(asked.at) })}</p>
      )}
      {mayView && running && (
        <Button kind="quiet" onPress={() => setDialog('open')}>
          {t('DESK.READERS.VIEW_OPEN')}
        </Button>
      )}
      {mayView && !running && verifiedAt && !closedAt && (
        <Button
          kind="quiet"
          onPress={() => {
            setRequestId(crypto.randomUUID())
            setDialog('request')
          }}
        >
          {t('DESK.READERS.VIEW_REQUEST')}
        </Button>
      )}
      {views.length > 0 && (
        <ul className={style.list}>
          {views.map(({ by, openedAt, lookedAt }) => (
            <li key={`${by} ${openedAt}`}>
              {t('DESK.READERS.VIEW_SEEN', { name: by, from: time(openedAt), until: time(lookedAt) })}
            </li>
          ))}
        </ul>
      )}
      {dialog === 'request' && (
        <ReasonDialog title={t('DESK.READERS.VIEW_REQUEST')} change={ask} onDone={close}>
          <p>{t('DESK.READERS.VIEW_REQUEST.BODY')}</p>
        </ReasonDialog>
      )}
      {dialog === 'open' && (
        <ReasonDialog title={t('DESK.READERS.VIEW_OPEN')} change={open} onDone={close}>
          <p>{t('DESK.READERS.VIEW_OPEN.BODY')}</p>
        </ReasonDialog>
      )}
    </section>
  )
}
