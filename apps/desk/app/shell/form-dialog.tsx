import type { FormEvent, ReactNode } from 'react'
import { Button } from '../pieces/button.tsx'
import style from '../pieces/dialog.module.css'
import { Dialog } from '../pieces/dialog.tsx'
import { useChange } from './use-change.tsx'

type Props = {
  title: string
  button: string
  kind?: 'main' | 'danger'
  /** Makes the change. Closes the dialog unless it throws. */
  send(form: FormData): Promise<unknown>
  onDone(): void
  /** Fields that show their own error; every other error is shown above the button. */
  fields: readonly string[]
  children(errorOf: (field: string) => string | undefined): ReactNode
}

/** A dialog with a form for one change. */
export function FormDialog({ title, button, kind = 'main', send, onDone, fields, children }: Props) {
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (await run(() => send(form))) onDone()
  }
  // The API names a field inside of another one with a point: voucher.price.
  const field = error?.field?.split('.').find((part) => fields.includes(part))
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        {children((name) => (error && field === name ? error.message : undefined))}
        {error && field === undefined && (
          <p role="alert" className={style.error}>
            {error.message}
          </p>
        )}
        <Button type="submit" kind={kind} isPending={isPending}>
          {button}
        </Button>
      </form>
    </Dialog>
  )
}

/** Value of a text field without spaces around it. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
/** The same, null if it is empty. */
export const optionalIn = (form: FormData, name: string): string | null => textIn(form, name) || null
/** A number; null if the field is empty. */
export function numberIn(form: FormData, name: string): number | null {
  const typed = textIn(form, name)
  return typed === '' ? null : Number(typed)
}
