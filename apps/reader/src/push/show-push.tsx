import { pushPlace } from '@kiosk/domain/reading/push-url'
import { t as translate } from '@kiosk/i18n/translate'
import { PushSwitch } from '@kiosk/ui/push-switch'
import { createRoot } from 'react-dom/client'
import type { ShelfData } from '../shell/reader-data.ts'

/** Renders the push switch into the page of the shelf. */
export function showPush(place: HTMLElement, { words, language }: ShelfData): void {
  const t = (key: string) => translate(words, key, {}, language)
  createRoot(place).render(
    <PushSwitch place={pushPlace} t={t} offered={place.dataset.offered !== undefined} buttonClass="button quiet" />,
  )
}
