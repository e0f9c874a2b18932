import { addressOf } from '@kiosk/domain/addresses'
import { useViewer } from './viewer.ts'
import style from './wordmark.module.css'

/** The site name as a wordmark; the hyphen is coloured. */
export function Wordmark({ className = '' }: { className?: string | undefined }) {
  const { siteName } = useViewer()
  const [before, after] = siteName.split(/-(.*)/s, 2)
  return (
    <a href={addressOf('home')} className={`${style.wordmark} ${className}`} translate="no">
      {before}
      {after !== undefined && <span className={style.hyphen}>-</span>}
      {after}
    </a>
  )
}
