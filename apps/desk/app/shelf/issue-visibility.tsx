import { republishIssue, scheduleIssue, withdrawIssue } from '@kiosk/contract/desk-routes'
import type { ShelfIssueDetails } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Failure } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, ReasonDialog, textIn } from '../shell/form-dialog.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { IssueState } from './issue-state.tsx'
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
        <IssueState state={state} />
      </p>
      <p>
        {state === 'down' && t('DESK.SCHEDULE.DOWN')}
        {state === 'withdrawn' && withdrawnAt && t('DESK.SCHEDULE.WITHDRAWN', { time: time(withdrawnAt) })}
        {state === 'shown' && t('DESK.SCHEDULE.SHOWN', { time: time(publishedAt) })}
        {shownFrom && ` ${t('DESK.SCHEDULE.FROM', { time: time(shownFrom) })}`}
      </p>
      {mayChange && (
        <Buttons>
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
        </Buttons>
      )}
      <Failure error={error} />
      {edited === 'time' && <TimeDialog issue={issue} onDone={() => setEdited(null)} />}
      {edited === 'withdrawal' && <WithdrawalDialog issue={issue} onDone={() => setEdited(null)} />}
    </section>
  )
}

type DialogProps = { issue: ShelfIssueDetails; onDone(): void }

/** The time is in the markets' time zone, wherever the browser is. */
function TimeDialog({ issue, onDone }: DialogProps) {
  const t = useText()
  const params = { uid: issue.uid }
  return (
    <FormDialog
      title={t('DESK.SCHEDULE.SET')}
      button={t('DESK.SAVE')}
      send={(form) => deskClient.call(scheduleIssue, { params, body: { at: textIn(form, 'at') } })}
      onDone={onDone}
    >
      <TextField
        label={t('DESK.SCHEDULE.AT')}
        hint={t('DESK.SCHEDULE.AT_HINT')}
        name="at"
        type="datetime-local"
        defaultValue={issue.shownFromLocal ?? ''}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}

function WithdrawalDialog({ issue, onDone }: DialogProps) {
  const t = useText()
  const isBack = issue.withdrawnAt !== null
  const params = { uid: issue.uid }
  return (
    <ReasonDialog
      title={t(isBack ? 'DESK.WITHDRAW.BACK' : 'DESK.WITHDRAW.BUTTON')}
      kind={isBack ? 'main' : 'danger'}
      change={(reason) => deskClient.call(isBack ? republishIssue : withdrawIssue, { params, body: { reason } })}
      onDone={onDone}
    >
      {!isBack && <p className={style.note}>{t('DESK.WITHDRAW.NOTE')}</p>}
    </ReasonDialog>
  )
}
