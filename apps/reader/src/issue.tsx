import '@kiosk/ui/tokens.css'
import './shell/fonts.css'
import './shell/document.css'
import { createRoot } from 'react-dom/client'
import { rememberFirstPictures } from './pages/first-pictures.ts'
import { Reader } from './reader.tsx'
import { forgetAccountPositions } from './shell/memory.ts'
import type { OfflineData, ReaderData } from './shell/reader-data.ts'
import { registerWorker } from './shell/register-worker.ts'

const root = document.getElementById('reader')
const data = document.getElementById('reader-data')?.textContent
if (root && data) {
  rememberFirstPictures(root)
  const given = JSON.parse(data) as ReaderData
  if (!given.account) forgetAccountPositions(localStorage)
  createRoot(root).render(<Reader data={given} />)
  if (given.keeps) registerWorker()
}
const kept = document.getElementById('offline-data')?.textContent
if (root && kept) {
  void import('./offline/open-copy.tsx').then(({ openWithoutNetwork }) =>
    openWithoutNetwork(root, JSON.parse(kept) as OfflineData),
  )
}
