import { Link, useSearchParams } from 'react-router'
import { useText } from '../shell/use-text.tsx'

/** Leads to the next page of a list, with the same filter. */
export function Older({ before }: { before: string }) {
  const [search] = useSearchParams()
  const t = useText()
  return (
    <p>
      <Link to={{ search: new URLSearchParams({ ...Object.fromEntries(search), before }).toString() }}>
        {t('DESK.MONEY.OLDER')}
      </Link>
    </p>
  )
}
