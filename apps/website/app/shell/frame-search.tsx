import { CloseButton } from '@kiosk/ui/close-button'
import { Icon } from '@kiosk/ui/icon'
import { useMatches } from 'react-router'
import style from './frame-search.module.css'
import { SearchForm } from './search-form.tsx'
import { useText } from './use-text.ts'

const PANEL = 'frame-search'

/** Data of a page of search results; null = the page shows no search. */
export type ResultsData = { term: string | null }

/**
 * The search of the website: in the header a field on wide screens; elsewhere an icon that opens the field, without JavaScript
 * too. With the results, it contains their term.
 */
export function FrameSearch() {
  const t = useText()
  const page = useMatches().at(-1)?.loaderData as Partial<ResultsData> | undefined
  return (
    <>
      <button type="button" className={style.open} popoverTarget={PANEL} aria-label={t('SHELL.SEARCH')}>
        <Icon name="search" />
      </button>
      <search id={PANEL} popover="auto" className={style.panel} aria-label={t('SHELL.SEARCH')}>
        <SearchForm label={t('SHELL.SEARCH_FIELD')} placeholder={t('SHELL.SEARCH_HINT')} term={page?.term ?? null} suggests />
        <CloseButton label={t('SHELL.CLOSE')} popoverTarget={PANEL} popoverTargetAction="hide" />
      </search>
    </>
  )
}
