import { Field } from '@kiosk/ui/field'
import type { Ref } from 'react'

type Props = {
  label: string
  hint: string
  error: string | null
  autoFocus: boolean
  ref?: Ref<HTMLInputElement>
  /** Also accepts a recovery code, which contains letters. */
  recovery?: boolean
}

/** Input for the code of an authenticator app, with autocomplete for browsers and password managers. */
export function CodeField({ recovery = false, ...field }: Props) {
  return (
    <Field
      {...field}
      name="code"
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={recovery ? 40 : 12}
    />
  )
}
