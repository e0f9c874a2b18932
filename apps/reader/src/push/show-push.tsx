import { pushPlace } from '@kiosk/domain/reading/push-place'
import { text } from '@kiosk/languages/words'
import { PushSwitch } from '@kiosk/ui/push-switch'
import { createRoot } from 'react-dom/client'
import type { ShelfData } from '../shell/reader-data.ts'

/** The switch for push messages in a document that is not React's. */
export function showPush(place: HTMLElement, { words, language }: ShelfData): void {
  const t = (key: string) => text(words, key, {}, language)
  createRoot(place).render(
    <PushSwitch place={pushPlace} t={t} offered={place.dataset.offered !== undefined} buttonClass="quiet" />,
  )
}
