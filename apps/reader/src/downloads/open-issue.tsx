import { addressOf } from '@kiosk/domain/addresses'
import { t as translate, type Values } from '@kiosk/i18n/translate'
import { createRoot } from 'react-dom/client'
import { Reader } from '../reader.tsx'
import type { Text } from '../shell/reader-context.ts'
import type { OfflineData, ReaderData } from '../shell/reader-data.ts'
import { noteSignOut } from '../shell/storage.ts'
import { managerFor } from './download-manager.ts'
import { allDownloads, downloadOf, missingOf, partsThere } from './download-store.ts'
import { ClosedIssue, OfflineShelf, WaitingSignOut } from './offline-screens.tsx'
import { accessOf, openDownload } from './read-download.ts'
import { hidesName, lockWhenSignedOut } from './signed-out.ts'

/** Time that the browser must be online before the page reloads. */
const ONLINE_FOR_MS = 300

/** Renders the offline document: the downloaded issue, else the reason why it cannot be opened, else the shelf. */
export async function openWithoutNetwork(element: HTMLElement, data: OfflineData): Promise<void> {
  takeTheme()
  const root = createRoot(element)
  const t: Text = (key, values?: Values) => translate(data.words, key, values, data.language)
  const title = (words: string) => {
    document.title = `${words} – ${data.siteName}`
  }
  // A link from another website does not sign anybody out.
  const isSignOut = location.pathname === addressOf('logout') && document.referrer.startsWith(`${location.origin}/`)
  if (isSignOut) noteSignOut(localStorage)
  await lockWhenSignedOut().catch(() => undefined)
  addEventListener('online', () => setTimeout(openAgain, ONLINE_FOR_MS))
  if (isSignOut) {
    title(t('OFFLINE.SIGN_OUT'))
    return root.render(<WaitingSignOut data={data} t={t} />)
  }
  const manager = managerFor({ token: data.token, language: data.language })
  const uid = /^\/reader\/issues\/([\w-]+)/.exec(location.pathname)?.[1]
  if (!uid) {
    title(t('OFFLINE.SHELF'))
    return root.render(<OfflineShelf data={data} t={t} />)
  }
  const close = async () => {
    const download = (await downloadOf(uid)) ?? null
    title(download && !hidesName(download) ? download.titleLine : t(download ? 'OFFLINE.HIDDEN' : 'OFFLINE.MISSING'))
    root.render(
      <ClosedIssue
        key="closed"
        download={download}
        data={data}
        t={t}
        others={(await allDownloads()).length > (download ? 1 : 0)}
      />,
    )
  }
  const opened = await readerData(uid, data)
  if (!opened) return close()
  title([opened.contents.titleLine, opened.contents.detailLine].filter(Boolean).join(' '))
  root.render(<Reader data={opened} />)
  // A download can expire or be locked while it is read.
  manager.subscribe(() => {
    if (manager.views()?.some((download) => download.uid === uid && download.lock)) void close()
  })
}

/** Reloads if the server responds: a browser's "online" may be wrong or brief. */
async function openAgain(): Promise<void> {
  if (!navigator.onLine || document.querySelector('[data-stage], [data-article-list]')) return
  const answer = await fetch('/reader/offline', { cache: 'no-store', headers: { 'x-offline': 'probe' } }).catch(() => null)
  if (answer?.ok) location.reload()
}

async function readerData(uid: string, data: OfflineData): Promise<ReaderData | null> {
  try {
    const open = await openDownload(uid)
    if (!open || missingOf(open.record.standing!, await partsThere(uid)).length) return null
    const { contents } = await open.text()
    return {
      ...data,
      access: accessOf(open),
      contents,
      account: true,
      owner: open.record.reader,
      supportUntil: null,
      keeps: true,
      shared: false,
      place: null,
      partner: null,
      price: null,
    }
  } catch {
    return null
  }
}

/** Applies the reader's theme, which may be newer than the cached document. */
function takeTheme(): void {
  const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}
