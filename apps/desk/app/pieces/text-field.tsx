import { TextField as AriaTextField, Input, Label, Text, TextArea, type TextFieldProps } from 'react-aria-components'
import { useFormError } from './error-form.tsx'
import style from './field.module.css'
import { FieldMessage } from './field-message.tsx'

type Props = Omit<TextFieldProps, 'children'> & {
  label: string
  hint?: string | undefined
  /** Error of the server, unless the form around the field knows it by the field's name; the browser's own checks show theirs. */
  error?: string | undefined
  lines?: number
}

/** Shows the error of the server. The browser would not submit the form again before it is gone, so its own check rests. */
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
