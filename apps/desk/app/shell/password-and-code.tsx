import { TextField } from '../pieces/text-field.tsx'
import { useText } from './use-text.tsx'

/** The fields `password` and `code`, with which a person proves who they are. */
export function PasswordAndCode() {
  const t = useText()
  return (
    <>
      <TextField label={t('DESK.SIGN_IN.PASSWORD')} name="password" type="password" autoComplete="current-password" isRequired />
      <TextField
        label={t('DESK.SIGN_IN.CODE')}
        hint={t('DESK.SIGN_IN.CODE_HINT')}
        name="code"
        autoComplete="one-time-code"
        isRequired
      />
    </>
  )
}
