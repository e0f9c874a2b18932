import { addressOf } from '@kiosk/domain/addresses'
import { AccountField } from './account-field.tsx'
import style from './support-bar.module.css'
import { useViewer } from './viewer.ts'

/** Says on every page that the staff may look at the account, and ends it. */
export function SupportBar() {
  const { support } = useViewer()
  if (!support) return null
  return (
    <aside className={style.bar} data-support-bar="" aria-label={support.label}>
      <p>
        <span className={style.whole}>{support.text}</span>
        <span className={style.brief}>{support.brief}</span>
      </p>
      <form method="post" action={addressOf('security')} data-once="">
        <AccountField />
        <input type="hidden" name="intent" value="support-end" />
        <button type="submit">{support.end}</button>
      </form>
    </aside>
  )
}
