import { Link, useSearchParams } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import { emptyList } from './empty-list.ts'

/** What an empty list of titles or issues says, with the way to the first entry. */
export function NothingHere({ of, mayChange }: { of: 'TITLES' | 'ISSUES'; mayChange: boolean }) {
  const t = useText()
  const [query] = useSearchParams()
  const key = emptyList(of, query)
  return (
    <>
      {t(key)}
      {mayChange && key.endsWith('_YET') && (
        <>
          {' '}
          <Link to="/uploads">{t('DESK.TODAY.STEP./uploads')}</Link>
        </>
      )}
    </>
  )
}
