import { dayInVienna } from '@kiosk/domain/day'
import { useText } from '../shell/use-text.tsx'
import { FieldRow } from './field-row.tsx'
import { TextField } from './text-field.tsx'

type Props = { from?: string | undefined; until?: string | null | undefined; hasEnd?: boolean }

/** From when to when something is valid, both days included. */
export function TermFields({ from = dayInVienna(new Date()), until, hasEnd = false }: Props) {
  const t = useText()
  return (
    <FieldRow>
      <TextField label={t('DESK.CODES.FROM')} name="from" type="date" defaultValue={from} isRequired />
      <TextField label={t('DESK.CODES.UNTIL')} name="until" type="date" defaultValue={until ?? ''} isRequired={hasEnd} />
    </FieldRow>
  )
}
