// The reader's part of the website's page of the shelf: remembered places, downloads, and notifications.
import { readerAddress } from '@kiosk/domain/addresses'
import { pushEndpoint } from '@kiosk/domain/reading/push-url'
import { t } from '@kiosk/i18n/translate'
import { type PushMessage, showPushSwitch } from '@kiosk/ui/browser/push-switch'
import type { ShelfData } from './shell/reader-data.ts'
import { registerWorker } from './shell/register-worker.ts'
import { accountPositions, forgetAccountPositions, hasDownloads, positionsFrom, type Remembered } from './shell/storage.ts'

const downloads = document.getElementById('downloads')
const data = JSON.parse(downloads?.dataset.reader ?? 'null') as ShelfData | null
if (downloads && data) {
  if (!data.account) forgetAccountPositions(localStorage)
  const positions = data.account ? accountPositions(localStorage) : positionsFrom(localStorage, null)
  const shelf = document.getElementById('shelf')
  const card = document.querySelector<HTMLTemplateElement>('template#shelf-card')
  if (shelf && card && positions.length) {
    shelf.replaceChildren(...positions.map((position) => cardOf(position, card, data)))
    for (const each of document.querySelectorAll<HTMLElement>('[data-remembers]'))
      each.hidden = each.dataset.remembers === 'nothing'
  }
  if (data.keeps || hasDownloads(localStorage))
    void import('./downloads/show-downloads.tsx').then(({ showDownloads }) => showDownloads(downloads, data, positions))
  const push = document.getElementById('push')
  if (push) {
    const words = (key: PushMessage) => t(data.words, key, {}, data.language)
    void showPushSwitch(push, { endpoint: pushEndpoint, t: words, offered: push.dataset.offered !== undefined })
  }
  if (data.keeps) registerWorker()
}

/** Returns a copy of the page's card template, filled with a remembered place. */
function cardOf(position: Remembered, template: HTMLTemplateElement, { words }: ShelfData): Node {
  const card = template.content.cloneNode(true) as DocumentFragment
  const find = <E extends HTMLElement>(selector: string) => card.querySelector<E>(selector)
  const where = t(words, 'SHELF.PAGE_OF', { page: position.page, count: position.pageCount })
  const item = find('li')
  if (item) item.dataset.takeAlong = position.uid
  const link = find<HTMLAnchorElement>('a')
  if (link) link.href = readerAddress('/reader', position.uid, { page: position.page })
  const cover = find<HTMLImageElement>('img')
  if (cover) cover.src = ownAddress(position.coverURL)
  for (const [part, words] of Object.entries({ title: position.titleLine, detail: position.detailLine, where })) {
    const element = find(`[data-part="${part}"]`)
    if (element) element.textContent = words
  }
  const read = find<HTMLProgressElement>('progress')
  if (read) {
    read.max = Math.max(1, position.pageCount)
    read.value = position.page
    read.setAttribute('aria-label', where)
  }
  return card
}

/** Returns the address if it is of our own origin, otherwise ''. */
function ownAddress(address: string): string {
  if (!URL.canParse(address, location.origin)) return ''
  const url = new URL(address, location.origin)
  return url.origin === location.origin ? url.href : ''
}
