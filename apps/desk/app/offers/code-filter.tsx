import { Form, Link } from 'react-router'
import auditStyle from '../audit/audit.module.css'
import buttonStyle from '../pieces/button.module.css'
import { useText } from '../shell/use-text.tsx'

const STATES = ['all', 'running', 'over'] as const
export type CodeFilterValues = { search: string; state: (typeof STATES)[number] }

/** Reads the filter from the address of a list of codes. */
export function codeFilterIn(request: Request): CodeFilterValues & { after: string | undefined } {
  const search = new URL(request.url).searchParams
  const state = STATES.find((each) => each === search.get('state')) ?? 'all'
  return { search: search.get('search') ?? '', state, after: search.get('after') || undefined }
}

/** Search and state above a list of codes. */
export function CodeFilter({ search, state }: CodeFilterValues) {
  const t = useText()
  return (
    <Form className={auditStyle.filter} role="search" key={`${search} ${state}`}>
      <label>
        {t('DESK.CODES.SEARCH')}
        <input type="search" name="search" defaultValue={search} maxLength={40} />
      </label>
      <label>
        {t('DESK.CODES.STATE')}
        <select name="state" defaultValue={state}>
          {STATES.map((each) => (
            <option key={each} value={each}>
              {t(`DESK.CODES.STATE.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
        {t('DESK.AUDIT.FIND')}
      </button>
    </Form>
  )
}

/** Leads to the next page of a list. */
export function NextCodes({ search, state, after }: CodeFilterValues & { after: string }) {
  const t = useText()
  return (
    <p>
      <Link to={{ search: new URLSearchParams({ search, state, after }).toString() }}>{t('DESK.CODES.NEXT')}</Link>
    </p>
  )
}
