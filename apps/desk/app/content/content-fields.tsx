import { CONTENT_KEY_PATTERN } from '@kiosk/domain/staff/limits'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../pieces/text-field.tsx'
import { contentKeyOf } from '../shell/key-of.ts'
import { useText } from '../shell/use-text.tsx'

/** The fields that topics, links and advertisements have in common. */

type TitleProps = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'maxLength' | 'isRequired'> & {
  /** The title so far; undefined = something new. */
  title: string | undefined
  /** Name of the field of the key. */
  keyName?: string
  /** How the key is made if the field is left empty; without it, the key is required. */
  keyHint?: string
}

/** The title, and the key of something new, which it keeps: the title proposes it until somebody types another. */
export function TitleAndKeyFields({ title, keyName = 'key', keyHint, ...rest }: TitleProps) {
  const t = useText()
  const [text, setText] = useState(title ?? '')
  const [typedKey, setKey] = useState<string | null>(null)
  const isNew = title === undefined
  return (
    <>
      <TextField {...rest} value={text} onChange={setText} autoFocus={isNew} />
      {isNew && (
        <TextField
          label={t('DESK.CONTENT.KEY')}
          hint={[t('DESK.CONTENT.KEY_HINT'), keyHint].filter(Boolean).join(' ')}
          name={keyName}
          pattern={CONTENT_KEY_PATTERN}
          value={typedKey ?? contentKeyOf(text)}
          onChange={setKey}
          isRequired={keyHint === undefined}
        />
      )}
    </>
  )
}

/** Where something leads. */
export function TargetField({ target = '' }: { target?: string | undefined }) {
  const t = useText()
  return (
    <TextField label={t('DESK.LINKS.TARGET')} hint={t('DESK.LINKS.TARGET_HINT')} name="target" defaultValue={target} isRequired />
  )
}
