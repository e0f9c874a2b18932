import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = {
  title: string
  kind?: 'main' | 'danger'
  /** Makes the change with the reason that was typed. */
  change(reason: string): Promise<unknown>
  onDone(): void
  children: ReactNode
}

/** Says what a change does, asks why, and makes it. */
export function ReasonDialog({ title, kind = 'main', change, onDone, children }: Props) {
  const t = useText()
  const id = useId()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason'))
    if (await run(() => change(reason))) onDone()
  }
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form id={id} onSubmit={(event) => void submit(event)}>
        {children}
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.READERS.REASON_HINT')}
          name="reason"
          isRequired
          autoFocus
          error={error?.message}
        />
        <Button type="submit" kind={kind} isPending={isPending}>
          {title}
        </Button>
      </form>
    </Dialog>
  )
}
