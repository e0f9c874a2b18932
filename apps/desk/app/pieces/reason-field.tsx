import { useText } from '../shell/use-text.tsx'
import { TextField } from './text-field.tsx'

/** Why something is changed, for the audit log. */
export function ReasonField({ error }: { error?: string | undefined }) {
  const t = useText()
  return <TextField label={t('DESK.REASON')} hint={t('DESK.REASON_HINT')} name="reason" isRequired error={error} />
}
