import { Link, useSearchParams } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

/** Leads to the next page of a list, and from there back to its start. @param after last row of this page; undefined = the end */
export function MoreLink({ after }: { after: string | undefined }) {
  const t = useText()
  const [query] = useSearchParams()
  const start = new URLSearchParams(query)
  start.delete('after')
  const next = new URLSearchParams(start)
  if (after !== undefined) next.set('after', after)
  if (after === undefined && !query.has('after')) return null
  return (
    <p className={style.more}>
      {query.has('after') && <Link to={{ search: start.toString() }}>{t('DESK.SHELF.FIRST')}</Link>}
      {after !== undefined && <Link to={{ search: next.toString() }}>{t('DESK.SHELF.MORE')}</Link>}
    </p>
  )
}
