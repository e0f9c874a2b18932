import { Link, useSearchParams } from 'react-router'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { useText } from '../shell/use-text.tsx'

type Props = { of: 'TITLES' | 'ISSUES' | 'PUBLISHERS'; mayChange: boolean }

/**
 * What an empty list of the shelf says: that a search or a filter has excluded all entries, or else how the first one gets there,
 * with the way to it, to those who may add it.
 */
export function NothingHere({ of, mayChange }: Props) {
  const t = useText()
  const [query] = useSearchParams()
  const isWhole = [...query.values()].every((value) => value === '')
  if (!isWhole) return t(`DESK.SHELF.NO_${of}`)
  return (
    <>
      <NothingYet of={`DESK.SHELF.NO_${of}_YET`} mayChange={mayChange} />
      {mayChange && of !== 'PUBLISHERS' && (
        <>
          {' '}
          <Link to="/uploads">{t('DESK.TODAY.STEP./uploads')}</Link>
        </>
      )}
    </>
  )
}
