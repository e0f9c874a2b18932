import { THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { imageAddress } from './image-address.ts'
import styles from './thumbnails.module.css'
import { visibleRange } from './visible-range.ts'

/** Width of one thumbnail including its gap. */
const THUMBNAIL_SPACE_PIXELS = 84
/** Height of the strip above the lower bar. */
export const THUMBNAILS_HEIGHT_PIXELS = 148

/** Thumbnails of all pages in a row; only the visible ones are rendered. */
export function Thumbnails({ pages, onPage }: { pages: readonly number[]; onPage: (page: number) => void }) {
  const { contents, access, t } = useReading()
  const strip = useRef<HTMLElement>(null)
  const count = contents.pages.length
  const first = pages[0] ?? 1
  const middle = (first - 0.5) * THUMBNAIL_SPACE_PIXELS
  const rangeAt = (scrolled: number, window: number) =>
    visibleRange({ count, size: THUMBNAIL_SPACE_PIXELS, scrolled, window, more: 4 })
  // The strip is as wide as the window unless a panel is beside it, so that it is mostly rendered once.
  const [{ from, to }, setRange] = useState(() => {
    const most = count * THUMBNAIL_SPACE_PIXELS - innerWidth
    return rangeAt(Math.max(0, Math.min(most, middle - innerWidth / 2)), innerWidth)
  })
  const look = () => {
    const element = strip.current
    if (!element) return
    const range = rangeAt(element.scrollLeft, element.clientWidth)
    setRange((before) => (before.from === range.from && before.to === range.to ? before : range))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip follows only the page
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    element.scrollLeft = middle - element.clientWidth / 2
    look()
  }, [middle])
  useEffect(() => {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  })
  return (
    <nav ref={strip} className={styles.strip} aria-label={t('READER.THUMBNAILS')} onScroll={look} data-thumbnails="">
      <ol style={{ width: count * THUMBNAIL_SPACE_PIXELS }}>
        {contents.pages.slice(from, to).map((page) => {
          const open = page.number <= access.pagesOpen
          const height = Math.min(104, (72 * page.height) / page.width)
          const style = { height, aspectRatio: `${page.width} / ${page.height}` }
          return (
            <li
              key={page.number}
              style={{ left: (page.number - 1) * THUMBNAIL_SPACE_PIXELS }}
              aria-setsize={count}
              aria-posinset={page.number}
            >
              <button
                type="button"
                aria-label={t('READER.PAGE', { page: page.number })}
                aria-current={pages.includes(page.number) ? 'page' : undefined}
                onClick={() => onPage(page.number)}
              >
                <span className={styles.frame}>
                  {open ? <Picture page={page.number} style={style} /> : <span className={styles.closed} style={style} />}
                </span>
                <span aria-hidden="true">{page.number}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Picture({ page, style }: { page: number; style: CSSProperties }) {
  const { contents, access } = useReading()
  // A renewed signature changes every address, but a shown image needs no reload.
  const [address] = useState(() => imageAddress(contents.uid, page, THUMBNAIL_WIDTH_PIXELS, access.signature))
  return <img src={address} style={style} alt="" draggable={false} decoding="async" />
}
