import { text, type Values } from '@kiosk/languages/words'
import { createRoot } from 'react-dom/client'
import type { Remembered } from '../shell/memory.ts'
import type { ShelfData } from '../shell/reader-data.ts'
import { DownloadButton } from './download-button.tsx'
import { Downloads } from './downloads.tsx'

/** Issues of which a shelf offers a copy: further down nobody asks what it would weigh. */
const MOST_OFFERED = 12

/** The copies of this browser in a document that is not React's, and a way to take along what was read last. */
export function showDownloads(place: HTMLElement, data: ShelfData, positions: readonly Remembered[]): void {
  const t = (key: string, values?: Values) => text(data.words, key, values, data.language)
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
