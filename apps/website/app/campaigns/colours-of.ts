import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import type { CSSProperties } from 'react'

/** Returns a campaign's colours as CSS custom properties. */
export function coloursOf({ paper, ink, accent, onAccent }: Campaign['colours']) {
  return {
    '--campaign-paper': paper,
    '--campaign-ink': ink,
    '--campaign-accent': accent,
    '--campaign-on-accent': onAccent,
  } as CSSProperties
}
