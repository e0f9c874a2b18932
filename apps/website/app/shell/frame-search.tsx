import { CloseButton } from '@kiosk/ui/close-button'
import { Icon } from '@kiosk/ui/icon'
import style from './frame-search.module.css'
import { SearchForm } from './search-form.tsx'
import { useText } from './use-text.ts'

const PANEL = 'frame-search'

/** Search in the header: a field on wide screens; elsewhere an icon that opens the field, without JavaScript too. */
export function FrameSearch() {
  const t = useText()
  return (
    <>
      <button type="button" className={style.open} popoverTarget={PANEL} aria-label={t('SHELL.SEARCH')}>
        <Icon name="search" />
      </button>
      <search id={PANEL} popover="auto" className={style.panel} aria-label={t('SHELL.SEARCH')}>
        <SearchForm label={t('SHELL.SEARCH_FIELD')} suggests />
        <CloseButton label={t('SHELL.CLOSE')} popoverTarget={PANEL} popoverTargetAction="hide" />
      </search>
    </>
  )
}
