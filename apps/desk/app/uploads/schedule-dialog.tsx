import { addDays, dayInVienna } from '@kiosk/domain/day'
import { TextField } from '../pieces/text-field.tsx'
import { FormDialog, momentIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = { schedule(publishAt: string): Promise<unknown>; onDone(): void }

const EARLY = '05:00'

/** Asks for the minute of publication. */
export function ScheduleDialog({ schedule, onDone }: Props) {
  const t = useText()
  return (
    <FormDialog
      title={t('DESK.UPLOAD.SCHEDULE_TITLE')}
      button={t('DESK.UPLOAD.SCHEDULE_BUTTON')}
      send={(form) => schedule(momentIn(form, 'publishAt')!)}
      onDone={onDone}
    >
      <TextField
        label={t('DESK.UPLOAD.PUBLISH_AT')}
        hint={t('DESK.UPLOAD.PUBLISH_AT_HINT')}
        name="publishAt"
        type="datetime-local"
        defaultValue={`${addDays(dayInVienna(new Date()), 1)}T${EARLY}`}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
