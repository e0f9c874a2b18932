import { Link } from 'react-router'
import { useText } from '../shell/use-text.tsx'

/** Leads to the page of a reader. @param id null = the account was erased */
export function ReaderLink({ id }: { id: number | null }) {
  const t = useText()
  if (id === null) return t('DESK.MONEY.ERASED')
  return <Link to={`/readers/${id}`}>{t('DESK.MONEY.READER_OF', { id })}</Link>
}
