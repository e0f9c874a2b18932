import { Link, useSearchParams } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import { buttonClass } from './button.tsx'
import style from './pager.module.css'

type Props = {
  /** Name of the parameter that says where a page begins. */
  by?: 'before' | 'after'
  /** Where the next page begins; nothing = this is the last one. */
  next: string | number | null | undefined
}

/** Leads to the next page of a list, and from there back to its start, with the same filter. */
export function Pager({ by = 'before', next }: Props) {
  const t = useText()
  const [search] = useSearchParams()
  const isLater = search.has(by)
  const isLast = next === null || next === undefined
  if (isLast && !isLater) return null
  const start = new URLSearchParams(search)
  start.delete(by)
  const following = new URLSearchParams(start)
  following.set(by, String(next))
  return (
    <p className={style.pager}>
      {isLater && (
        <Link className={buttonClass('quiet')} to={{ search: start.toString() }}>
          {t('DESK.LIST.FIRST')}
        </Link>
      )}
      {!isLast && (
        <Link className={buttonClass('quiet')} to={{ search: following.toString() }}>
          {t('DESK.LIST.MORE')}
        </Link>
      )}
    </p>
  )
}
