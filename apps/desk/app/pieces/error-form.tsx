import { type ComponentProps, createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { ChangeError } from '../shell/change-error.ts'
import { useTypedInDialog } from './dialog.tsx'
import { Failure } from './notice.tsx'

const FormErrorContext = createContext<ChangeError | null>(null)

type Props = Omit<ComponentProps<'form'>, 'onInput'> & { error: ChangeError | null; ref?: RefObject<HTMLFormElement | null> }

/**
 * A form that shows the error of its change at the field that it is about, which gets the focus, and every other error at its
 * `FormFailure`.
 */
export function ErrorForm({ error, ref, ...rest }: Props) {
  const setTyped = useTypedInDialog()
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  // The API names a field inside another one with a dot: voucher.price.
  const names = error?.field ? [error.field, ...error.field.split('.')] : []
  const field = names.find((name) => form.current?.elements.namedItem(name)) ?? null
  useEffect(() => {
    const named = field && error && form.current?.elements.namedItem(field)
    // Several checkboxes have the same name.
    const element = named instanceof RadioNodeList ? named[0] : named
    if (element instanceof HTMLElement) element.focus()
  }, [error, field, form])
  return (
    <FormErrorContext value={error && { ...error, field }}>
      <form {...rest} ref={form} onInput={setTyped} />
    </FormErrorContext>
  )
}

/** Why the change of the form failed, unless one of its fields says so. */
export function FormFailure() {
  const error = useContext(FormErrorContext)
  return <Failure error={error?.field === null ? error : null} />
}

/** Returns the error of the form that is about the field of this name. */
export function useFormError(name: string | undefined): string | undefined {
  const error = useContext(FormErrorContext)
  return error !== null && error.field !== null && error.field === name ? error.message : undefined
}
