import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { DownloadView } from './download-views.ts'
import { StorageMeter } from './storage-meter.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['with', { estimate: () => new Promise(() => {}) }, true],
  ['without', {}, false],
])('says how much downloads take, in a browser %s an estimate of its storage', (_, storage, hasMeter) => {
  vi.stubGlobal('navigator', { storage, onLine: true })
  const downloads = [{ done: { bytes: 2_000_000 } }, { done: { bytes: 1_000_000 } }] as DownloadView[]
  const t = (key: string, values = {}) => [key, ...Object.values(values)].join(' ')
  const html = renderToStaticMarkup(<StorageMeter downloads={downloads} t={t} language="en" />)
  expect(html).toContain('<span>OFFLINE.ROOM_USED 2 3 MB</span>')
  expect(html.includes('<meter')).toBe(hasMeter)
})
