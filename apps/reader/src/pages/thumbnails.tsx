import { useEffect, useLayoutEffect, useRef, useState } from 'react'
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
  const [seen, setSeen] = useState({ scrolled: 0, window: 1200 })
  const signature = useRef(access.signature)
  const count = contents.pages.length
  const first = pages[0] ?? 1
  const look = () => {
    const element = strip.current
    if (element) setSeen({ scrolled: element.scrollLeft, window: element.clientWidth })
  }
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    element.scrollLeft = (first - 0.5) * THUMBNAIL_SPACE_PIXELS - element.clientWidth / 2
    setSeen({ scrolled: element.scrollLeft, window: element.clientWidth })
  }, [first])
  useEffect(() => {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  })
  const { from, to } = visibleRange({ count, size: THUMBNAIL_SPACE_PIXELS, ...seen, more: 4 })
  return (
    <nav ref={strip} className={styles.strip} aria-label={t('READER.THUMBNAILS')} onScroll={look} data-thumbnails="">
      <ol style={{ width: count * THUMBNAIL_SPACE_PIXELS }}>
        {contents.pages.slice(from, to).map((page) => {
          const open = page.number <= access.pagesOpen
          const height = Math.min(104, (72 * page.height) / page.width)
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
                  {open ? (
                    <img
                      src={imageAddress(contents.uid, page.number, 160, signature.current)}
                      style={{ height, aspectRatio: `${page.width} / ${page.height}` }}
                      alt=""
                      draggable={false}
                      decoding="async"
                    />
                  ) : (
                    <span className={styles.closed} style={{ height, aspectRatio: `${page.width} / ${page.height}` }} />
                  )}
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
