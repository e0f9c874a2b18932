import { timeInVienna } from '@kiosk/domain/day'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { useChange } from './use-change.tsx'

type Props = {
  title: string
  button: string
  kind?: 'main' | 'quiet' | 'danger'
  isDisabled?: boolean
  /** Makes the change. Closes the dialog unless it throws. */
  send(form: FormData): Promise<unknown>
  onDone(): void
  /** The fields. They show the error that is about them, by their names. */
  children?: ReactNode
  /** Beside the button. */
  others?: ReactNode
}

/** A dialog with a form for one change. */
export function FormDialog({ title, button, kind = 'main', isDisabled = false, send, onDone, children, others }: Props) {
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (await run(() => send(form))) onDone()
  }
  return (
    <Dialog title={title} isOpen isPending={isPending} onOpenChange={(isOpen) => isOpen || onDone()}>
      <ErrorForm error={error} onSubmit={(event) => void submit(event)}>
        {children}
        <FormFailure />
        <Buttons>
          <Button type="submit" kind={kind} isDisabled={isDisabled} isPending={isPending}>
            {button}
          </Button>
          {others}
        </Buttons>
      </ErrorForm>
    </Dialog>
  )
}

type ReasonProps = Pick<Props, 'title' | 'kind' | 'isDisabled' | 'onDone'> & {
  /** Text of the button; default: the title. */
  button?: string
  /** Makes the change with the reason that was typed. */
  change(reason: string): Promise<unknown>
  /** Below the reason. */
  hint?: string
  /** What the change does. */
  children?: ReactNode
}

/** Says what a change does, asks why, and makes it. */
export function ReasonDialog({ button, change, hint, children, ...rest }: ReasonProps) {
  return (
    <FormDialog {...rest} button={button ?? rest.title} send={(form) => change(textIn(form, 'reason'))}>
      {children}
      <ReasonField hint={hint} autoFocus />
    </FormDialog>
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

/** The moment of a field with a date and a time of the markets, wherever the browser is, ISO 8601; null if the field is empty. */
export function momentIn(form: FormData, name: string): string | null {
  const typed = textIn(form, name)
  // Some browsers add seconds.
  return typed === '' ? null : timeInVienna(typed.slice(0, 16)).toISOString()
}
