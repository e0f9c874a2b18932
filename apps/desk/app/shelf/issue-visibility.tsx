import { republishIssue, scheduleIssue, withdrawIssue } from '@kiosk/contract/desk-routes'
import type { ShelfIssueDetails } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './shelf.module.css'

type Props = { issue: ShelfIssueDetails; mayChange: boolean }

/** Whether the issue is shown, since when or from when on. */
export function IssueVisibility({ issue, mayChange }: Props) {
  const t = useText()
  const time = useTime()
  const { run, error, isPending } = useChange()
  const [edited, setEdited] = useState<'time' | 'withdrawal' | null>(null)
  const { state, shownFrom, withdrawnAt, publishedAt } = issue
  const params = { uid: issue.uid }
  return (
    <section className={style.card}>
      <h2>{t('DESK.SCHEDULE.TITLE')}</h2>
      <p>
        <span className={style.state} data-state={state}>
          {t(`DESK.SHELF.ISSUE_STATE.${state}`)}
        </span>
      </p>
      <p>
        {state === 'down' && t('DESK.SCHEDULE.DOWN')}
        {state === 'withdrawn' && withdrawnAt && t('DESK.SCHEDULE.WITHDRAWN', { time: time(withdrawnAt) })}
        {state === 'shown' && t('DESK.SCHEDULE.SHOWN', { time: time(publishedAt) })}
        {shownFrom && ` ${t('DESK.SCHEDULE.FROM', { time: time(shownFrom) })}`}
      </p>
      {mayChange && (
        <div className={style.buttons}>
          <Button kind="quiet" onPress={() => setEdited('time')}>
            {t('DESK.SCHEDULE.SET')}
          </Button>
          {shownFrom && (
            <Button
              kind="quiet"
              isPending={isPending}
              onPress={() => void run(() => deskClient.call(scheduleIssue, { params, body: { at: null } }))}
            >
              {t('DESK.SCHEDULE.NOW')}
            </Button>
          )}
          <Button kind={withdrawnAt ? 'quiet' : 'danger'} onPress={() => setEdited('withdrawal')}>
            {t(withdrawnAt ? 'DESK.WITHDRAW.BACK' : 'DESK.WITHDRAW.BUTTON')}
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={style.error}>
          {error.message}
        </p>
      )}
      {edited === 'time' && <TimeDialog issue={issue} onDone={() => setEdited(null)} />}
      {edited === 'withdrawal' && <WithdrawalDialog issue={issue} onDone={() => setEdited(null)} />}
    </section>
  )
}

type DialogProps = { issue: ShelfIssueDetails; onDone(): void }

/** The time is that of the markets, wherever the browser is. */
function TimeDialog({ issue, onDone }: DialogProps) {
  const t = useText()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const at = String(new FormData(event.currentTarget).get('at'))
    if (await run(() => deskClient.call(scheduleIssue, { params: { uid: issue.uid }, body: { at } }))) onDone()
  }
  return (
    <Dialog title={t('DESK.SCHEDULE.SET')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('DESK.SCHEDULE.AT')}
          hint={t('DESK.SCHEDULE.AT_HINT')}
          name="at"
          type="datetime-local"
          defaultValue={issue.shownFromLocal ?? ''}
          isRequired
          autoFocus
          error={error?.message}
        />
        <Button type="submit" isPending={isPending}>
          {t('DESK.SAVE')}
        </Button>
      </form>
    </Dialog>
  )
}

function WithdrawalDialog({ issue, onDone }: DialogProps) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const isBack = issue.withdrawnAt !== null
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason'))
    const input = { params: { uid: issue.uid }, body: { reason } }
    if (await run(() => deskClient.call(isBack ? republishIssue : withdrawIssue, input))) onDone()
  }
  const action = t(isBack ? 'DESK.WITHDRAW.BACK' : 'DESK.WITHDRAW.BUTTON')
  return (
    <Dialog title={action} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        {!isBack && <p className={style.note}>{t('DESK.WITHDRAW.NOTE')}</p>}
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          autoFocus
          error={error?.message}
        />
        <Button type="submit" kind={isBack ? 'main' : 'danger'} isPending={isPending}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
