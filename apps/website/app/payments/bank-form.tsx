import type { MessageKey } from '@kiosk/i18n/message-key'
import type { RequestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './result.module.css'

type BankForm = { method: 'get' | 'post'; address: string; fields: [string, string][] }

/**
 * Returns the form that leads to the bank's authentication, and allows the page to submit to its address. Null if that is no
 * web address.
 */
export function bankFormOf(
  ctx: RequestContext,
  { url, params }: { url: string; params: Record<string, string> },
): BankForm | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null
  const bank = new URL(url)
  ctx.opened = { forms: [bank.origin] }
  // A GET form discards the query of its action.
  const fetches = Object.keys(params).length === 0
  return {
    method: fetches ? 'get' : 'post',
    address: fetches ? bank.origin + bank.pathname : url,
    fields: fetches ? [...bank.searchParams] : Object.entries(params),
  }
}

/** Redirect to the bank: a hidden form that the shell's script submits, with a button if there is no JavaScript. */
export function ToBank({ form: { method, address, fields }, words }: { form: BankForm; words: string }) {
  const t = useText()
  return (
    <>
      <div className={style.result} role="status">
        <span className={style.ring} aria-hidden="true" />
        <p>{t(words as MessageKey)}</p>
      </div>
      <form method={method} action={address} data-press="">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className={style.actions}>
          <button type="submit" className="button quiet">
            {t('PAYMENT.ASYNC_BUTTON')}
          </button>
        </p>
      </form>
    </>
  )
}
