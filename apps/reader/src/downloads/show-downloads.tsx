import { t as translate, type Values } from '@kiosk/i18n/translate'
import { createRoot } from 'react-dom/client'
import type { ShelfData } from '../shell/reader-data.ts'
import type { Remembered } from '../shell/storage.ts'
import { DownloadButton } from './download-button.tsx'
import { Downloads } from './downloads.tsx'

/** Maximum issues with a download button, since each requires a size estimate. */
const MOST_OFFERED = 12

/** Renders the downloads of this browser into a server-rendered page, and adds download buttons to the issues on the shelf. */
export function showDownloads(place: HTMLElement, data: ShelfData, positions: readonly Remembered[]): void {
  const t = (key: string, values?: Values) => translate(data.words, key, values, data.language)
  createRoot(place).render(<Downloads caller={data} t={t} />)
  if (data.shared) return
  for (const { uid, titleLine, detailLine, coverURL, pageCount } of positions.slice(0, MOST_OFFERED)) {
    const item = document.querySelector<HTMLElement>(`[data-take-along="${CSS.escape(uid)}"]`)
    if (!item) continue
    const button = item.appendChild(document.createElement('div'))
    const about = { uid, titleLine, detailLine, coverURL, pageCount, coverColour: '', audio: false }
    createRoot(button).render(<DownloadButton caller={data} about={about} t={t} />)
  }
}
