import { dismissAlarm } from '@kiosk/contract/desk-routes'
import { deskClient } from '../shell/desk-client.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = { alarm: { id: number; subject: string }; onDone(): void }

/** Closes an operator alarm, with a reason. */
export function DismissAlarmDialog({ alarm, onDone }: Props) {
  const t = useText()
  return (
    <ReasonDialog
      title={t('DESK.ALARMS.DISMISS_OF', { subject: alarm.subject })}
      button={t('DESK.ALARMS.DISMISS')}
      change={(reason) => deskClient.call(dismissAlarm, { params: { id: alarm.id }, body: { reason } })}
      onDone={onDone}
    >
      <p>{t('DESK.ALARMS.DISMISS_ABOUT')}</p>
    </ReasonDialog>
  )
}
