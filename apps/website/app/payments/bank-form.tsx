import { useText } from '../shell/use-text.ts'
import type { Visit } from '../shell/visit.ts'
import style from './result.module.css'

export type BankForm = { method: 'get' | 'post'; address: string; fields: [string, string][] }

/** The form that leads to a question of the bank, which the page may then send there; null where it is no address of the web. */
export function bankFormOf(visit: Visit, { url, params }: { url: string; params: Record<string, string> }): BankForm | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null
  const bank = new URL(url)
  visit.opened = { forms: [bank.origin] }
  // A form that only fetches loses the query of its address.
  const fetches = Object.keys(params).length === 0
  return {
    method: fetches ? 'get' : 'post',
    address: fetches ? bank.origin + bank.pathname : url,
    fields: fetches ? [...bank.searchParams] : Object.entries(params),
  }
}

/** On the way to the bank: a hidden form that the shell's script sends, and its button without script. */
export function ToBank({ form: { method, address, fields }, words }: { form: BankForm; words: string }) {
  const t = useText()
  return (
    <>
      <div className={style.result} role="status">
        <span className={style.ring} aria-hidden="true" />
        <p>{t(words)}</p>
      </div>
      <form method={method} action={address} data-press="">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className={style.ways}>
          <button type="submit" className="button quiet">
            {t('PAYMENT.ASYNC_BUTTON')}
          </button>
        </p>
      </form>
    </>
  )
}
