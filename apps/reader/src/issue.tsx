import '@kiosk/ui/tokens.css'
import './shell/fonts.css'
import './shell/document.css'
import { addressOf } from '@kiosk/domain/addresses'
import { createRoot } from 'react-dom/client'
import { rememberFirstImages } from './pages/first-images.ts'
import { Reader } from './reader.tsx'
import type { OfflineData, ReaderData } from './shell/reader-data.ts'
import { registerWorker } from './shell/register-worker.ts'
import { forgetAccountPositions, signsOut } from './shell/storage.ts'

const root = document.getElementById('reader')
const data = document.getElementById('reader-data')?.textContent
if (root && data) {
  rememberFirstImages(root)
  const readerData = JSON.parse(data) as ReaderData
  if (!readerData.account) forgetAccountPositions(localStorage)
  else if (signsOut(localStorage)) location.replace(addressOf('logout'))
  createRoot(root).render(<Reader data={readerData} />)
  if (readerData.keeps) registerWorker()
}
const offlineData = document.getElementById('offline-data')?.textContent
if (root && offlineData) {
  void import('./downloads/open-issue.tsx').then(({ openWithoutNetwork }) =>
    openWithoutNetwork(root, JSON.parse(offlineData) as OfflineData),
  )
}
