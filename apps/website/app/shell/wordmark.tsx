import { addressOf } from '@kiosk/domain/addresses'
import { Wordmark as SiteName } from '@kiosk/ui/wordmark'
import { useViewer } from './viewer.ts'

/** The wordmark of this newsstand. */
export function Wordmark() {
  const { siteName } = useViewer()
  return <SiteName siteName={siteName} href={addressOf('home')} />
}
