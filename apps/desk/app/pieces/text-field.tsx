import { TextField as AriaTextField, Input, Label, Text, TextArea, type TextFieldProps } from 'react-aria-components'
import { useFormError } from './error-form.tsx'
import style from './field.module.css'
import { FieldMessage } from './field-message.tsx'

type Props = Omit<TextFieldProps, 'children'> & {
  label: string
  hint?: string | undefined
  /**
   * Error of the server, unless the form around the field has it by the field's name; the browser's own checks show their errors.
   */
  error?: string | undefined
  lines?: number
}

/**
 * Shows the error of the server. The browser would not submit the form again while it has this error, so its own check is off.
 */
export const SERVER_ERROR = { isInvalid: true, validationBehavior: 'aria' } as const

/** A text field with label, hint and error. */
export function TextField({ label, hint, error: ownError, lines = 1, ...rest }: Props) {
  const formError = useFormError(rest.name)
  const error = ownError ?? formError
  return (
    <AriaTextField {...rest} {...(error && SERVER_ERROR)} className={style.field!}>
      <Label>{label}</Label>
      {lines > 1 ? <TextArea rows={lines} /> : <Input />}
      {hint && <Text slot="description">{hint}</Text>}
      <FieldMessage error={error} />
    </AriaTextField>
  )
}
