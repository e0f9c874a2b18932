import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../shell/icon.tsx'
import { useReading } from '../shell/reader-context.ts'
import styles from './look-up-menu.module.css'
import { lineAway, wordPlaces } from './lookup.ts'
import type { LookUp as Looking } from './use-looked-up.ts'

type Options = { looking: Looking; onSearch: (words: string) => void }

/** Sizes of the menu and its distance from the words. Pixels. */
const MENU = { height: 52, gap: 10, width: 336, roomy: 430 }
/** Window width from which the labels fit on one line (`look-up-menu.module.css`). */
const WIDE_WINDOW_PIXELS = 480

/** A small menu next to the selected words: search the issue or the whole newsstand, or copy. It does not take the focus. */
export function LookUpMenu({ looking, onSearch }: Options) {
  const { t } = useReading()
  const { found, byKeys, end } = looking
  const menu = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState('')
  useChoosing(byKeys, end, () => menu.current?.querySelector<HTMLElement>('button, a')?.focus())
  const word = found?.word ?? ''
  if (!found) return null
  const place = placeBeside(found.box)
  const copy = () =>
    navigator.clipboard.writeText(word).then(
      () => setCopied(word),
      () => document.execCommand('copy'),
    )
  return createPortal(
    <div
      ref={menu}
      className={styles.menu}
      style={place}
      role="toolbar"
      aria-label={t('READER.LOOK_UP', { word })}
      data-look-up-menu=""
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end()
        found.root.closest<HTMLElement>('[tabindex]')?.focus()
      }}
    >
      <button
        type="button"
        onClick={() => {
          end()
          onSearch(word)
        }}
      >
        <Icon name="search" />
        {t('READER.LOOK_UP_HERE')}
      </button>
      <a href={kioskSearch(word)}>
        <Icon name="kiosk" />
        {t('READER.LOOK_UP_KIOSK')}
      </a>
      <button type="button" onClick={copy} aria-label={t('READER.LOOK_UP_COPY')} title={t('READER.LOOK_UP_COPY')}>
        <Icon name="copy" />
      </button>
      <span className="unseen" role="status">
        {copied === word ? t('READER.LOOK_UP_COPIED') : byKeys ? t('READER.LOOK_UP_BY_KEYS', { word }) : ''}
      </span>
      {copied === word && (
        <span className={styles.source} aria-hidden="true">
          {t('READER.LOOK_UP_COPIED')}
        </span>
      )}
    </div>,
    found.root.closest('dialog') ?? document.body,
  )
}

const kioskSearch = (word: string) => `/magazines?${new URLSearchParams({ search: word })}`

/** Places the menu below the words, clear of fingers and the system menu, or above them if there is no room. */
function placeBeside(box: DOMRect): CSSProperties {
  const below = box.bottom + MENU.gap + MENU.height < innerHeight - MENU.gap
  const width = Math.min(innerWidth < WIDE_WINDOW_PIXELS ? MENU.width : MENU.roomy, innerWidth - 16)
  const left = Math.max(8, Math.min(box.left + box.width / 2 - width / 2, innerWidth - width - 8))
  return { left, width, top: below ? box.bottom + MENU.gap : Math.max(8, box.top - MENU.gap - MENU.height) }
}

type WordPlace = { node: Text; start: number; end: number }

/** Selects words in a text with the arrow keys; Enter accepts, Escape ends. */
function useChoosing(root: HTMLElement | null, end: () => void, take: () => void) {
  const act = useRef({ end, take })
  act.current = { end, take }
  useEffect(() => {
    if (!root) return
    const words = wordsOf(root)
    const scroller = root.closest('[role="document"]')
    let at = firstInSight(words, scroller)
    const choose = (next: number) => {
      at = Math.min(Math.max(0, next), words.length - 1)
      const word = words[at]
      if (!word) return
      const range = rangeOf(word)
      const selection = getSelection()
      selection?.removeAllRanges()
      selection?.addRange(range)
      const [box, seen] = [range.getBoundingClientRect(), scroller?.getBoundingClientRect()]
      if (scroller && seen && (box.top < seen.top + 40 || box.bottom > seen.bottom - 90))
        scroller.scrollBy({ top: box.top - seen.top - seen.height / 2, behavior: 'instant' })
    }
    const pressed = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('[data-look-up-menu]')) return
      const boxes = () => words.map((word) => rangeOf(word).getBoundingClientRect())
      const keys: Record<string, () => void> = {
        ArrowRight: () => choose(at + 1),
        ArrowLeft: () => choose(at - 1),
        ArrowDown: () => choose(lineAway(boxes(), at, 1)),
        ArrowUp: () => choose(lineAway(boxes(), at, -1)),
        Enter: () => act.current.take(),
        Escape: () => act.current.end(),
      }
      const move = keys[event.key]
      if (!move) return
      event.preventDefault()
      event.stopPropagation()
      move()
    }
    choose(at)
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [root])
}

function wordsOf(root: HTMLElement): WordPlace[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const words: WordPlace[] = []
  const language = root.lang || 'de'
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('[data-silent], button')) continue
    for (const { start, end } of wordPlaces(node.data, language)) words.push({ node, start, end })
  }
  return words
}

function rangeOf({ node, start, end }: WordPlace): Range {
  const range = document.createRange()
  range.setStart(node, start)
  range.setEnd(node, end)
  return range
}

function firstInSight(words: readonly WordPlace[], scroller: Element | null): number {
  const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 60, bottom: innerHeight }
  const at = words.findIndex((word) => {
    const box = rangeOf(word).getBoundingClientRect()
    return box.top >= top && box.bottom <= bottom && box.right > 0 && box.left < innerWidth
  })
  return Math.max(0, at)
}
