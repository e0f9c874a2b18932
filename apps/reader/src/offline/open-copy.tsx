import { text, type Values } from '@kiosk/languages/words'
import { createRoot } from 'react-dom/client'
import { Reader } from '../reader.tsx'
import type { Text } from '../shell/reader-context.ts'
import type { OfflineData, ReaderData } from '../shell/reader-data.ts'
import { allCopies, copyOf, missingOf, partsThere } from './copies.ts'
import { keeperFor } from './keeper.ts'
import { accessOf, openCopy } from './read-copy.ts'
import { hidesName, lockWhenSignedOut } from './signed-out.ts'
import { ClosedIssue, OfflineShelf } from './without-network.tsx'

/** Milliseconds that "online" has to last. */
const SETTLED = 300

/** What the kept document shows when the house can't be reached: the copy of the issue, else why not, else the shelf. */
export async function openWithoutNetwork(element: HTMLElement, data: OfflineData): Promise<void> {
  takeTheme()
  const root = createRoot(element)
  const t: Text = (key, values?: Values) => text(data.words, key, values, data.language)
  const caller = { token: data.token, language: data.language }
  await lockWhenSignedOut().catch(() => undefined)
  const keeper = keeperFor(caller)
  addEventListener('online', () => setTimeout(openAgain, SETTLED))
  const uid = /^\/reader\/issues\/([\w-]+)/.exec(location.pathname)?.[1]
  const title = (words: string) => {
    document.title = `${words} – ${data.siteName}`
  }
  if (!uid) {
    title(t('OFFLINE.SHELF'))
    return root.render(<OfflineShelf data={data} t={t} />)
  }
  const close = async () => {
    const copy = (await copyOf(uid)) ?? null
    title(copy && !hidesName(copy) ? copy.titleLine : t(copy ? 'OFFLINE.HIDDEN' : 'OFFLINE.MISSING'))
    root.render(<ClosedIssue key="closed" copy={copy} data={data} t={t} others={(await allCopies()).length > (copy ? 1 : 0)} />)
  }
  const opened = await readerData(uid, data)
  if (!opened) return close()
  title([opened.contents.titleLine, opened.contents.detailLine].filter(Boolean).join(' '))
  root.render(<Reader data={opened} />)
  // A term may end, and a right may be lost, while one reads.
  keeper.subscribe(() => {
    if (keeper.views()?.some((copy) => copy.uid === uid && copy.lock)) void close()
  })
}

/** Opens the address anew once the house really answers: a browser that says "online" may be wrong, or say it in passing. */
async function openAgain(): Promise<void> {
  if (!navigator.onLine || document.querySelector('[data-stage]')) return
  const answer = await fetch('/reader/offline', { cache: 'no-store', headers: { 'x-offline': 'probe' } }).catch(() => null)
  if (answer?.ok) location.reload()
}

async function readerData(uid: string, data: OfflineData): Promise<ReaderData | null> {
  try {
    const open = await openCopy(uid)
    if (!open || missingOf(open.copy.standing!, await partsThere(uid)).length) return null
    const { contents } = await open.text()
    return {
      ...data,
      access: accessOf(open),
      contents,
      account: true,
      owner: open.copy.reader,
      keeps: true,
      shared: false,
      place: null,
      partner: null,
    }
  } catch {
    return null
  }
}

/** The document may have been kept before its reader chose these colours. */
function takeTheme(): void {
  const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}
