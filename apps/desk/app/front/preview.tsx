import { regions } from '@kiosk/domain/regions'
import { type FRONT_PAGES, PREVIEW_PATH } from '@kiosk/domain/staff/front-endpoints'
import { useEffect, useState } from 'react'
import style from '../shell/page-preview.module.css'
import { useLanguage } from '../shell/use-text.tsx'
import { firstVisitor, VisitorFields } from '../shell/visitor-fields.tsx'

/** Time without a change after which the page is loaded again. */
const PAUSE_MS = 400

type Props = { set: (typeof FRONT_PAGES)[number]; keys: readonly string[]; name: string }

/** The home page with a row that is not published, as any visitor would see it. */
export function Preview({ set, keys, name }: Props) {
  const countries = regions.filter(({ contentSet }) => contentSet === set).map(({ country }) => country)
  const language = useLanguage()
  const [visitor, setVisitor] = useState(() => firstVisitor(countries[0]!, language))
  const query = new URLSearchParams({ set, ...visitor, keys: keys.join(' ') })
  const address = useLater(`${PREVIEW_PATH}?${query}`)
  return (
    <section className={style.preview} aria-label={name}>
      <h2>{name}</h2>
      <VisitorFields countries={countries} visitor={visitor} onChange={setVisitor} />
      <iframe
        title={name}
        src={address}
        sandbox="allow-same-origin"
        className={style.frame}
        data-device={visitor.device}
        referrerPolicy="same-origin"
      />
    </section>
  )
}

/** Returns a value once it has not changed for a moment. */
function useLater(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
