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
import style from './field.module.css'

export type Option = { id: string; name: string; hint?: string }
type Props = Omit<SelectProps<Option>, 'children'> & { label: string; options: readonly Option[] }

/** A choice of one option; typing its first letters selects it. */
export function Select({ label, options, ...rest }: Props) {
  return (
    <AriaSelect {...rest} className={style.field!}>
      <Label>{label}</Label>
      <Button className={style.trigger!}>
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={style.popover!}>
        <ListBox items={options}>
          {({ id, name, hint }) => (
            <ListBoxItem id={id} textValue={name} className={style.option!}>
              <Text slot="label">{name}</Text>
              {hint && <Text slot="description">{hint}</Text>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
