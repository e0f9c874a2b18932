import { addDays, dayInVienna, timeInVienna } from '@kiosk/domain/day'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = {
  /** Returns whether it succeeded; its error is shown on the page below. */
  schedule(publishAt: string): Promise<boolean>
  onDone(): void
}

const EARLY = '05:00'

/** Asks for the minute of publication, by the clock of the four markets. */
export function ScheduleDialog({ schedule, onDone }: Props) {
  const t = useText()
  const [isPending, setPending] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('publishAt'))
    setPending(true)
    await schedule(timeInVienna(typed.slice(0, 16)).toISOString())
    onDone()
  }
  return (
    <Dialog title={t('DESK.UPLOAD.SCHEDULE_TITLE')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('DESK.UPLOAD.PUBLISH_AT')}
          hint={t('DESK.UPLOAD.PUBLISH_AT_HINT')}
          name="publishAt"
          type="datetime-local"
          defaultValue={`${addDays(dayInVienna(new Date()), 1)}T${EARLY}`}
          isRequired
          autoFocus
        />
        <Button type="submit" isPending={isPending}>
          {t('DESK.UPLOAD.SCHEDULE_BUTTON')}
        </Button>
      </form>
    </Dialog>
  )
}
