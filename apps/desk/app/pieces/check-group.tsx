import { Checkbox, CheckboxGroup, type CheckboxGroupProps, Label, Text } from 'react-aria-components'
import style from './check-group.module.css'
import { useFormError } from './error-form.tsx'
import fieldStyle from './field.module.css'
import { FieldMessage } from './field-message.tsx'
import type { Option } from './select.tsx'
import { SERVER_ERROR } from './text-field.tsx'

type Props = Omit<CheckboxGroupProps, 'children'> & {
  label: string
  options: readonly Option[]
  hint?: string
  error?: string | undefined
}

/** A choice of any of several options. */
export function CheckGroup({ label, options, hint, error: ownError, ...rest }: Props) {
  const formError = useFormError(rest.name)
  const error = ownError ?? formError
  return (
    <CheckboxGroup {...rest} {...(error && SERVER_ERROR)} className={fieldStyle.field!}>
      <Label>{label}</Label>
      <div className={style.options}>
        {options.map(({ id, name }) => (
          // Each box has the browser's check of its own, which the group's setting does not reach.
          <Checkbox key={id} value={id} validationBehavior={error ? 'aria' : 'native'} className={style.option!}>
            <span className={style.box} aria-hidden="true">
              ✓
            </span>
            {name}
          </Checkbox>
        ))}
      </div>
      {hint && <Text slot="description">{hint}</Text>}
      <FieldMessage error={error} />
    </CheckboxGroup>
  )
}
