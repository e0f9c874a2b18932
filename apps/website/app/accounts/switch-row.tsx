import { addressOf } from '@kiosk/domain/addresses'
import { Switch } from '@kiosk/ui/switch'
import { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import type { AccountAnswer } from './account-action.ts'
import style from './account-screen.module.css'
import type { SwitchName } from './account-view.ts'
import { Rejected } from './data-row.tsx'

/** A toggle that saves immediately; without JavaScript a button saves it. `led`: the URL points to this row. */
export function SwitchRow({
  name,
  saved,
  led,
  sent,
}: {
  name: SwitchName
  saved: boolean
  led: boolean
  sent: AccountAnswer | undefined
}) {
  const t = useText()
  const fetcher = useFetcher<AccountAnswer>()
  const answer = fetcher.data ?? sent
  const busy = fetcher.state !== 'idle'
  const on = fetcher.formData ? fetcher.formData.get('on') === 'true' : saved
  return (
    <fetcher.Form
      method="post"
      action={addressOf('account')}
      className={style.switch}
      data-switch={name}
      data-led={led || undefined}
    >
      <AccountField />
      <input type="hidden" name="about" value={name} />
      <Switch
        label={t(`ACCOUNT.${name}`)}
        hint={t(`ACCOUNT.${name}_HINT`)}
        error={!busy && answer?.apiError && <Rejected apiError={answer.apiError} />}
        name="on"
        value="true"
        checked={on}
        aria-busy={busy || undefined}
        autoFocus={led}
        onChange={(event) => {
          if (busy) return
          const form = new FormData(event.currentTarget.form!)
          form.set('on', String(event.currentTarget.checked))
          fetcher.submit(form, { method: 'post', action: addressOf('account') })
        }}
      />
      <span role="status" className={style.done}>
        {!busy && answer?.saved ? t('ACCOUNT.SAVED') : null}
      </span>
      <noscript>
        <button type="submit" className="button quiet">
          {t('ACCOUNT.SAVE')}
        </button>
      </noscript>
    </fetcher.Form>
  )
}
