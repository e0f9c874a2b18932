import type { Contents } from '@kiosk/domain/reading/endpoints'
import { useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { pictureAddress } from './picture-address.ts'
import { pictureWidth } from './picture-widths.ts'
import type { Stop } from './stops.ts'
import { type Content, DOUBLE_TAP_SCALE, LARGEST_SCALE } from './zoom.ts'

type PageOf = Contents['pages'][number]

/** The line is slow or metered, as far as the browser tells. */
export function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/** Loads the pictures two turns ahead once the browser has nothing better to do. */
export function useAhead(
  stops: readonly Stop[],
  ahead: number | null,
  widthOf: (page: PageOf) => ReturnType<typeof pictureWidth>,
): void {
  const { contents, access } = useReading()
  const given = useRef({ widthOf, signature: access.signature })
  given.current = { widthOf, signature: access.signature }
  const stop = ahead === null ? undefined : stops[ahead]
  const pages = stop?.kind === 'pages' ? stop.pages.join() : ''
  useEffect(() => {
    if (!pages || isThrifty()) return
    const timer = setTimeout(() => {
      for (const number of pages.split(',').map(Number)) {
        const page = contents.pages.find((page) => page.number === number)
        if (!page) continue
        const image = new Image()
        image.fetchPriority = 'low'
        image.src = pictureAddress(contents.uid, number, given.current.widthOf(page), given.current.signature)
      }
    }, 400)
    return () => clearTimeout(timer)
  }, [pages, contents])
}

/** Milliseconds a page is shown before its sharper picture is asked for: who leafs through asks for none. */
const SETTLED = 400

/** Fetches what a double tap will want of pages one stays on, and once they are enlarged the sharpest there is: zooming finds it there. */
export function Sharper({
  pages,
  size,
  density,
  enlarged,
}: {
  pages: readonly PageOf[]
  size: Content
  density: number
  enlarged: boolean
}) {
  const { contents, access } = useReading()
  const signature = useRef(access.signature)
  signature.current = access.signature
  const numbers = pages.map((page) => page.number).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are named by their numbers
  useEffect(() => {
    if (!numbers || isThrifty()) return
    const timer = setTimeout(() => {
      for (const page of pages) {
        const proportions = page.width / page.height
        const shown = size.height * proportions * (enlarged ? LARGEST_SCALE : DOUBLE_TAP_SCALE)
        const image = new Image()
        image.fetchPriority = 'low'
        image.src = pictureAddress(contents.uid, page.number, pictureWidth({ shown, density, proportions }), signature.current)
      }
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [numbers, density, contents, enlarged, size])
  return null
}
