import { useEffect, useState } from 'react'
import type { Reading } from '../shell/reader-context.ts'
import type { AdvertisingPartner } from '../shell/reader-data.ts'
import type { Shown } from './advertisement.tsx'

/** The first page is loaded before. */
const ADVERTISEMENTS_AFTER_MS = 600

/** Loads the advertisements for readers whose access includes them: our own, then the partner's. */
export function useAdvertisements(ads: boolean, { api }: Reading, partner: AdvertisingPartner | null): Shown[] {
  const [advertisements, setAdvertisements] = useState<Shown[]>([])
  useEffect(() => {
    if (!ads) return setAdvertisements([])
    const others = partner ? [partner] : []
    let gone = false
    const timer = setTimeout(() => {
      api.advertisements().then(
        (found) => !gone && setAdvertisements([...found, ...others]),
        () => !gone && setAdvertisements(others),
      )
    }, ADVERTISEMENTS_AFTER_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [ads, api, partner])
  return advertisements
}
