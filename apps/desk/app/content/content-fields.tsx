import { CONTENT_KEY_PATTERN } from '@kiosk/domain/staff/limits'
import { TextField } from '../pieces/text-field.tsx'
import { useText } from '../shell/use-text.tsx'

/** The fields that topics, links and advertisements have in common. */

/** The key of something new, which it keeps. */
export function KeyField({ name = 'key' }: { name?: string }) {
  const t = useText()
  return (
    <TextField
      label={t('DESK.CONTENT.KEY')}
      hint={t('DESK.CONTENT.KEY_HINT')}
      name={name}
      pattern={CONTENT_KEY_PATTERN}
      isRequired
      autoFocus
    />
  )
}

/** Where something leads. */
export function TargetField({ target = '' }: { target?: string | undefined }) {
  const t = useText()
  return (
    <TextField label={t('DESK.LINKS.TARGET')} hint={t('DESK.LINKS.TARGET_HINT')} name="target" defaultValue={target} isRequired />
  )
}
