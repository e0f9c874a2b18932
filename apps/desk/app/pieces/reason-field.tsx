import { useText } from '../shell/use-text.tsx'
import { TextField } from './text-field.tsx'

type Props = { hint?: string | undefined; autoFocus?: boolean }

/** Why something is changed, for the audit log. */
export function ReasonField({ hint, ...rest }: Props) {
  const t = useText()
  return <TextField {...rest} label={t('DESK.REASON')} hint={hint ?? t('DESK.REASON_HINT')} name="reason" isRequired />
}
