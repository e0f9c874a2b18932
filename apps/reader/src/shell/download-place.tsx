import { lazy, Suspense, useEffect, useState } from 'react'
import type { Caller } from '../downloads/server-api.ts'
import { Icon } from './icon.tsx'
import { useReading } from './reader-context.ts'

const DownloadTool = lazy(() => import('../downloads/download-tool.tsx').then((found) => ({ default: found.DownloadTool })))

/** Time after which the download button loads, so that the first page has the whole connection. */
const LOADED_AFTER_MS = 1200

/** Reserves the space of the download button until it has loaded. */
export function DownloadPlace({ caller }: { caller: Caller }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOADED_AFTER_MS)
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
