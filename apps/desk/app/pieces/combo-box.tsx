import {
  ComboBox as AriaComboBox,
  type ComboBoxProps,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { useText } from '../shell/use-text.tsx'
import { useFormError } from './error-form.tsx'
import style from './field.module.css'
import { FieldMessage } from './field-message.tsx'
import type { Option } from './select.tsx'
import { SERVER_ERROR } from './text-field.tsx'

type Props = Omit<ComboBoxProps<Option>, 'children' | 'items'> & {
  label: string
  hint?: string
  placeholder?: string
  /** What the server found for the typed words. */
  options: readonly Option[]
  nothing: string
  /** Why the server found nothing: the search failed. */
  failure?: unknown
  error?: string | undefined
}

/** A choice of one of many: typing searches on the server. */
export function ComboBox({ label, hint, placeholder, options, nothing, failure, error: ownError, ...rest }: Props) {
  const t = useText()
  const formError = useFormError(rest.name)
  const error = ownError ?? formError
  return (
    <AriaComboBox
      menuTrigger="focus"
      {...rest}
      {...(error && SERVER_ERROR)}
      // After a failed search, the results belong to other words.
      items={failure ? [] : options}
      allowsEmptyCollection
      className={style.field!}
    >
      <Label>{label}</Label>
      <Input placeholder={placeholder ?? ''} />
      {hint && <Text slot="description">{hint}</Text>}
      <FieldMessage error={error} />
      <Popover className={style.popover!}>
        <ListBox<Option> renderEmptyState={() => <p className={style.option}>{failure ? t('DESK.LIST.FAILED') : nothing}</p>}>
          {({ id, name, hint }) => (
            <ListBoxItem id={id} textValue={name} className={style.option!}>
              <Text slot="label">{name}</Text>
              {hint && <Text slot="description">{hint}</Text>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
