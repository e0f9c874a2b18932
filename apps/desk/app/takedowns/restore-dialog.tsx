import { restore } from '@kiosk/contract/desk-routes'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = { id: number; name: string; onDone(): void; children: ReactNode }

/** Shows something again, with a reason. */
export function RestoreDialog({ id, name, onDone, children }: Props) {
  const t = useText()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason'))
    if (await run(() => deskClient.call(restore, { params: { id }, body: { reason } }))) onDone()
  }
  return (
    <Dialog title={name} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{children}</p>
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          autoFocus
          error={error?.message}
        />
        <Button type="submit" isPending={isPending}>
          {t('DESK.TAKEDOWN.RESTORE')}
        </Button>
      </form>
    </Dialog>
  )
}
