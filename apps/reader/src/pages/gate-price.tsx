import { useReading } from '../shell/reader-context.ts'
import { priceWords } from './gate-links.ts'

/** What the cheapest subscription costs in the visitor's market, below the button that leads to it. */
export function GatePrice({ className }: { className: string | undefined }) {
  const { access, price, t } = useReading()
  if (access.because !== 'subscribe' || !price) return null
  return (
    <p className={className} data-price="">
      {t(...priceWords(price))}
    </p>
  )
}
