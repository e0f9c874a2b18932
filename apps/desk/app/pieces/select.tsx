import type { ReactNode } from 'react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  type SelectProps,
  SelectValue,
  Text,
} from 'react-aria-components'
import { useFormError } from './error-form.tsx'
import style from './field.module.css'
import { FieldMessage } from './field-message.tsx'
import { SERVER_ERROR } from './text-field.tsx'

export type Option = {
  id: string
  name: string
  hint?: string
  /** Shown before the name. */
  picture?: ReactNode
}
type Props = Omit<SelectProps<Option>, 'children'> & { label: string; options: readonly Option[]; error?: string | undefined }

/** A choice of one option; typing its first letters selects it. */
export function Select({ label, options, error: ownError, ...rest }: Props) {
  const formError = useFormError(rest.name)
  const error = ownError ?? formError
  return (
    <AriaSelect {...rest} {...(error && SERVER_ERROR)} className={style.field!}>
      <Label>{label}</Label>
      <Button className={style.trigger!}>
        <SelectValue<Option>>
          {({ selectedText, selectedItem }) => (
            <>
              {selectedItem?.picture}
              {selectedText}
            </>
          )}
        </SelectValue>
        <span aria-hidden="true">▾</span>
      </Button>
      <FieldMessage error={error} />
      <Popover className={style.popover!}>
        <ListBox items={options}>
          {({ id, name, hint, picture }) => (
            <ListBoxItem id={id} textValue={name} className={style.option!}>
              {picture}
              <Text slot="label">{name}</Text>
              {hint && <Text slot="description">{hint}</Text>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
