import '@kiosk/ui/tokens.css'
import './shell/fonts.css'
import './shell/document.css'
import './my-shelf/shelf.css'
import { readerAddress } from '@kiosk/domain/addresses'
import { text } from '@kiosk/languages/words'
import { accountPositions, forgetAccountPositions, hasDownloads, positionsFrom } from './shell/memory.ts'
import type { ShelfData } from './shell/reader-data.ts'
import { registerWorker } from './shell/register-worker.ts'

const data = JSON.parse(document.getElementById('shelf-data')?.textContent ?? 'null') as ShelfData | null
const shelf = document.getElementById('shelf')
const said = document.getElementById('shelf-text')
if (data && !data.account) forgetAccountPositions(localStorage)
const positions = data?.account ? accountPositions(localStorage) : positionsFrom(localStorage, null)
if (data && shelf && said && positions.length) {
  said.textContent = text(data.words, 'READER.SHELF_TEXT')
  shelf.replaceChildren(
    ...positions.map((position) => {
      const link = element('a')
      link.href = readerAddress('/reader', position.uid, { page: position.page })
      const cover = element('img')
      cover.src = ownAddress(position.coverURL)
      cover.alt = ''
      cover.loading = 'lazy'
      const where = text(data.words, 'READER.PAGE_OF', { page: position.page, count: position.pageCount })
      const read = element('progress')
      read.max = Math.max(1, position.pageCount)
      read.value = position.page
      read.setAttribute('aria-label', where)
      link.append(
        cover,
        element('strong', position.titleLine),
        element('small', position.detailLine),
        element('small', where),
        read,
      )
      const item = element('li')
      item.append(link)
      item.dataset.takeAlong = position.uid
      return item
    }),
  )
}

const downloads = document.getElementById('downloads')
if (data && downloads && (data.keeps || hasDownloads(localStorage)))
  void import('./offline/shelf-downloads.tsx').then(({ showDownloads }) => showDownloads(downloads, data, positions))
const push = document.getElementById('push')
if (data && push) void import('./push/show-push.tsx').then(({ showPush }) => showPush(push, data))
if (data?.keeps) registerWorker()

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, words = ''): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.textContent = words
  return made
}

/** Covers come from our own origin; anything else is left out. */
function ownAddress(address: string): string {
  if (!URL.canParse(address, location.origin)) return ''
  const url = new URL(address, location.origin)
  return url.origin === location.origin ? url.href : ''
}
