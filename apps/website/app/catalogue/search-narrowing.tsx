import { addressOf } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { AttributionFields } from '../shell/attribution-fields.tsx'
import { useText } from '../shell/use-text.ts'
import filters from './catalogue-filters.module.css'
import { searchAddress } from './search-address.ts'
import type { Search } from './search-loading.ts'
import style from './search-narrowing.module.css'

/** Language, date and order of a search, collapsed by default: a plain form whose response redirects to the path. */
export function SearchNarrowing({ requested: { term, narrowing } }: { requested: Search }) {
  const t = useText()
  const { title, language, from, to, order } = narrowing
  const day = (name: 'from' | 'to', label: string, value: string | undefined) => (
    <label className={style.field}>
      <span>{label}</span>
      <input type="date" name={name} defaultValue={value} />
    </label>
  )
  return (
    <details open={Object.keys(narrowing).length > 0}>
      <summary className={filters.summary}>{t('CATALOGUE.NARROW')}</summary>
      <form className={style.form} action={addressOf('catalogue')} method="get" aria-label={t('CATALOGUE.NARROW')}>
        <input type="hidden" name="search" value={term} />
        <input type="hidden" name="new" value="1" />
        <AttributionFields />
        {title !== undefined && <input type="hidden" name="title" value={title} />}
        <label className={style.field}>
          <span>{t('CATALOGUE.NARROW_LANGUAGE')}</span>
          <select name="language" defaultValue={language ?? ''}>
            <option value="">{t('CATALOGUE.NARROW_ANY_LANGUAGE')}</option>
            {languages.map((each) => (
              <option key={each} value={each}>
                {t(`CATALOGUE.IN_${each.toUpperCase()}` as MessageKey)}
              </option>
            ))}
          </select>
        </label>
        {day('from', t('CATALOGUE.NARROW_FROM'), from)}
        {day('to', t('CATALOGUE.NARROW_TO'), to)}
        <label className={style.field}>
          <span>{t('CATALOGUE.NARROW_ORDER')}</span>
          <select name="order" defaultValue={order ?? ''}>
            <option value="">{t('CATALOGUE.NARROW_BEST')}</option>
            <option value="newest">{t('CATALOGUE.NARROW_NEWEST')}</option>
          </select>
        </label>
        <button type="submit" className="button">
          {t('CATALOGUE.NARROW_GO')}
        </button>
        {Object.keys(narrowing).length > 0 && (
          <a className={style.wide} href={searchAddress(term)}>
            {t('CATALOGUE.NARROW_OFF')}
          </a>
        )}
      </form>
    </details>
  )
}
