import { addressOf } from '@kiosk/domain/addresses'
import { withAttribution } from '@kiosk/domain/campaigns/attribution'
import { Icon } from '@kiosk/ui/icon'
import { type SubmitEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { AttributionFields } from '../shell/attribution-fields.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { LONGEST_TERM, searchAddress, searchTerm } from './search-address.ts'
import style from './search-form.module.css'

/** Search field behind an icon. Without JavaScript it is a form whose response redirects to the path. */
export function SearchForm({ term }: { term: string | null }) {
  const t = useText()
  const navigate = useNavigate()
  const { trace: attribution } = useViewer()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = searchTerm(field.current?.value, new URLSearchParams())
    if (wanted) void navigate(withAttribution(searchAddress(wanted), attribution))
    else field.current?.focus()
  }
  return (
    <search>
      <form className={style.form} action={addressOf('catalogue')} method="get" onSubmit={submit} key={term}>
        <label className={style.field}>
          <Icon name="search" />
          <span className="unseen">{t('CATALOGUE.SEARCH_FIELD')}</span>
          <input
            ref={field}
            className={style.input}
            type="search"
            name="search"
            placeholder={t('CATALOGUE.SEARCH_FIELD')}
            defaultValue={term ?? ''}
            maxLength={LONGEST_TERM}
            enterKeyHint="search"
            autoComplete="off"
          />
        </label>
        <input type="hidden" name="new" value="1" />
        <AttributionFields />
        <button type="submit" className={style.submit}>
          {t('CATALOGUE.SEARCH')}
        </button>
      </form>
    </search>
  )
}
