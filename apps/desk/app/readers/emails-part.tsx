import { readerEmail, sendReaderEmail } from '@kiosk/contract/desk-routes'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { useEffect, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Failure } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'

type Email = ReaderPage['emails'][number]
type Props = { readerId: number; emails: readonly Email[]; mayWrite: boolean }

/** E-mails that the reader got, with their text; some can be sent again. */
export function EmailsPart({ readerId, emails, mayWrite }: Props) {
  const t = useText()
  const time = useTime()
  const [read, setRead] = useState<Email | null>(null)
  const columns: Column<Email>[] = [
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => time(row.sentAt) },
    {
      id: 'subject',
      header: t('DESK.READERS.SUBJECT'),
      cell: (row) => (
        <>
          {row.subject}
          {row.repeatedAt && <small>{t('DESK.READERS.SENT_AGAIN', { time: time(row.repeatedAt) })}</small>}
        </>
      ),
    },
  ]
  const actions = (row: Email) => (
    <>
      <Button kind="bare" onPress={() => setRead(row)} aria-label={t('DESK.READERS.READ_OF', { subject: row.subject })}>
        {t('DESK.READERS.READ')}
      </Button>
      {mayWrite && row.mayRepeat && <SendAgain readerId={readerId} email={row} />}
    </>
  )
  return (
    <section className={style.part}>
      <h2>{t('DESK.READERS.EMAILS')}</h2>
      <DataTable
        label={t('DESK.READERS.EMAILS')}
        rows={emails}
        columns={columns}
        actions={actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.READERS.NO_EMAILS')}
      />
      {read && <EmailDialog readerId={readerId} email={read} onDone={() => setRead(null)} />}
    </section>
  )
}

function SendAgain({ readerId, email }: { readerId: number; email: Email }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  return (
    <>
      <Button
        kind="bare"
        isPending={isPending}
        onPress={() => void run(() => deskClient.call(sendReaderEmail, { params: { id: readerId }, body: { email: email.id } }))}
        aria-label={t('DESK.READERS.SEND_AGAIN_OF', { subject: email.subject })}
      >
        {t('DESK.READERS.SEND_AGAIN')}
      </Button>
      <Failure error={error} />
    </>
  )
}

/** The text as plain text: nothing in it is interpreted. */
function EmailDialog({ readerId, email, onDone }: { readerId: number; email: Email; onDone(): void }) {
  const t = useText()
  const time = useTime()
  const [body, setBody] = useState<{ text: string; language?: string } | null>(null)
  useEffect(() => {
    let isCurrent = true
    deskClient
      .call(readerEmail, { params: { id: readerId, email: email.id } })
      .then(({ body: text, language }) => isCurrent && setBody({ text, language }))
      .catch(() => isCurrent && setBody({ text: t('DESK.ERROR.FAILED_BODY') }))
    return () => {
      isCurrent = false
    }
  }, [readerId, email.id, t])
  return (
    <Dialog title={email.subject} isWide isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <p>{t('DESK.READERS.EMAIL_TO', { recipient: email.recipient, time: time(email.sentAt) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <pre className={style.mail} lang={body?.language} aria-busy={body === null} tabIndex={0}>
        {body?.text}
      </pre>
    </Dialog>
  )
}
