import { addressOf } from '@kiosk/domain/addresses'
import { LONGEST_TERM_CHARACTERS } from '@kiosk/domain/catalogue/limits'
import { Icon } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { AttributionFields } from './attribution-fields.tsx'
import suggestions from './browser/search-suggestions.ts?worker&url'
import style from './search-form.module.css'
import { useText } from './use-text.ts'

type Props = {
  label: string
  /** Text in the empty field; default: its label. */
  placeholder?: string
  term?: string | null
  /** Suggests titles and topics while a term is typed. */
  suggests?: boolean
  /** Hidden fields that narrow the search. */
  children?: ReactNode
}

/** Search of the catalogue: a plain form, whose response redirects to the path of the term. */
export function SearchForm({ label, placeholder = label, term, suggests, children }: Props) {
  const t = useText()
  return (
    <form
      className={style.form}
      action={addressOf('catalogue')}
      method="get"
      {...(suggests && { 'data-suggest': '', 'data-script': suggestions })}
      key={term}
    >
      <label className={style.field}>
        <Icon name="search" />
        <span className="unseen">{label}</span>
        <input
          className={style.input}
          type="search"
          name="search"
          placeholder={placeholder}
          defaultValue={term ?? ''}
          maxLength={LONGEST_TERM_CHARACTERS}
          enterKeyHint="search"
          autoComplete="off"
          required
        />
      </label>
      {children}
      <input type="hidden" name="new" value="1" />
      <AttributionFields />
      <button type="submit" className={style.submit}>
        {t('SHELL.SEARCH')}
      </button>
    </form>
  )
}
