import { Checkbox, CheckboxGroup, type CheckboxGroupProps, FieldError, Label, Text } from 'react-aria-components'
import style from './check-list.module.css'
import fieldStyle from './field.module.css'
import type { Option } from './select.tsx'

type Props = Omit<CheckboxGroupProps, 'children'> & {
  label: string
  options: readonly Option[]
  hint?: string | undefined
  error?: string | undefined
}

/** A choice of any of several options. */
export function CheckList({ label, options, hint, error, ...rest }: Props) {
  return (
    <CheckboxGroup {...rest} isInvalid={error !== undefined} className={fieldStyle.field!}>
      <Label>{label}</Label>
      <div className={style.options}>
        {options.map(({ id, name }) => (
          <Checkbox key={id} value={id} className={style.option!}>
            <span className={style.box} aria-hidden="true" />
            {name}
          </Checkbox>
        ))}
      </div>
      {hint && <Text slot="description">{hint}</Text>}
      <FieldError>{error}</FieldError>
    </CheckboxGroup>
  )
}
