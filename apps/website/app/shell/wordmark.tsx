import { addressOf } from '@kiosk/domain/addresses'
import { useVisitor } from './visitor.ts'
import style from './wordmark.module.css'

/** The house's name in its own hand: the hyphen carries the colour. */
export function Wordmark({ className = '' }: { className?: string | undefined }) {
  const { siteName } = useVisitor()
  const [before, after] = siteName.split(/-(.*)/s, 2)
  return (
    <a href={addressOf('home')} className={`${style.wordmark} ${className}`} translate="no">
      {before}
      {after !== undefined && <span className={style.hyphen}>-</span>}
      {after}
    </a>
  )
}
