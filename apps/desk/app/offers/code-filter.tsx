import { FilterForm, FilterSearch, FilterSelect } from '../pieces/filter-form.tsx'
import { useText } from '../shell/use-text.tsx'

const STATES = ['all', 'running', 'over'] as const
export type CodeFilterValues = { search: string; state: (typeof STATES)[number] }

/** Reads from the address of a list of codes its filter, and after which code its page begins. */
export function codeFilterIn(request: Request): { filter: CodeFilterValues; after: string | undefined } {
  const search = new URL(request.url).searchParams
  const state = STATES.find((each) => each === search.get('state')) ?? 'all'
  return { filter: { search: search.get('search') ?? '', state }, after: search.get('after') || undefined }
}

/** Search and state above a list of codes. */
export function CodeFilter({ search, state }: CodeFilterValues) {
  const t = useText()
  return (
    <FilterForm>
      <FilterSearch name="search" label={t('DESK.CODES.SEARCH')} value={search} maxLength={40} />
      <FilterSelect
        name="state"
        label={t('DESK.LIST.STATE')}
        value={state}
        options={STATES.map((each) => [each, t(`DESK.CODES.STATE.${each}`)] as const)}
      />
    </FilterForm>
  )
}
