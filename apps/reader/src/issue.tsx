import '@kiosk/ui/tokens.css'
import '@kiosk/ui/fonts.css'
import './shell/document.css'
import { createRoot } from 'react-dom/client'
import { rememberFirstPictures } from './pages/first-pictures.ts'
import { Reader } from './reader.tsx'
import type { ReaderData } from './shell/reader-data.ts'

const root = document.getElementById('reader')
const data = document.getElementById('reader-data')?.textContent
if (root && data) {
  rememberFirstPictures(root)
  createRoot(root).render(<Reader data={JSON.parse(data) as ReaderData} />)
}
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener(
    'load',
    () => void navigator.serviceWorker.register('/reader/sw.js', { scope: '/reader/' }).catch(() => undefined),
  )
}
