import style from './wordmark.module.css'

/** The site name as a wordmark, linked to the home page; the hyphen is coloured. */
export function Wordmark({ siteName, href }: { siteName: string; href: string }) {
  const [before, after] = siteName.split(/-(.*)/s, 2)
  return (
    <a href={href} className={style.wordmark} translate="no">
      {/* One inline element: screen readers separate the parts of a flex container by spaces. */}
      <span>
        {before}
        {after !== undefined && <span className={style.hyphen}>-</span>}
        {after}
      </span>
    </a>
  )
}
