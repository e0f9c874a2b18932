import { Field } from '@kiosk/ui/field'
import type { Ref } from 'react'

type Props = {
  label: string
  hint: string
  error: string | null
  autoFocus: boolean
  ref?: Ref<HTMLInputElement>
  /** A recovery code, which has letters too, is accepted as well. */
  recovery?: boolean
}

/** The code of an authenticator app, which browsers and password managers fill in. */
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
