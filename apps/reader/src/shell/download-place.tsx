import { lazy, Suspense, useEffect, useState } from 'react'
import type { Caller } from '../offline/house-api.ts'
import { Icon } from './icon.tsx'
import { useReading } from './reader-context.ts'

const DownloadTool = lazy(() => import('../offline/download-tool.tsx').then((found) => ({ default: found.DownloadTool })))

/** Milliseconds after which the first page has the line to itself no longer. */
const AFTER = 1200

/** Keeps the place of the download tool, which comes when the first page stands. */
export function DownloadPlace({ caller }: { caller: Caller }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER)
    return () => clearTimeout(timer)
  }, [])
  const { t } = useReading()
  const place = (
    <span className="tool" aria-hidden="true" data-caption={t('READER.CAPTION.DOWNLOAD')}>
      <Icon name="download" />
    </span>
  )
  return <Suspense fallback={place}>{due ? <DownloadTool caller={caller} /> : place}</Suspense>
}
