import { text, type Values } from '@kiosk/languages/words'
import { createRoot } from 'react-dom/client'
import type { ShelfData } from '../shell/reader-data.ts'
import { Downloads } from './downloads.tsx'

/** The copies of this browser in a document that is not React's. */
export function showDownloads(place: HTMLElement, data: ShelfData): void {
  const t = (key: string, values?: Values) => text(data.words, key, values, data.language)
  createRoot(place).render(<Downloads caller={data} t={t} />)
}
