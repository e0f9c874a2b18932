import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { PageWidth } from '@kiosk/domain/reading/terms'
import { type RefObject, useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { pictureAddress } from './picture-address.ts'
import { pictureWidth } from './picture-widths.ts'
import { keepReady, readyPicture } from './ready-pictures.ts'
import type { Stop } from './stops.ts'
import type { Content } from './zoom.ts'

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

/** Milliseconds a page is shown before its sharper picture is asked for: who leafs through asks for few, and gives up those on the way. */
const SETTLED = 150
/** Gigabytes below which a device decodes nothing ahead. */
const MODEST = 4

type Sharp = {
  pages: readonly PageOf[]
  size: Content
  /** The enlargement that comes next. */
  scale: number
  density: number
  /** Set to what fetches at once: a zoom may be beginning. */
  now: RefObject<() => void>
}

/** Makes ready what a double tap will want of pages one stays on, and once they are enlarged the sharpest there is: zooming finds it there. */
export function Sharper({ pages, size, scale, density, now }: Sharp) {
  const { contents, access } = useReading()
  const signature = useRef(access.signature)
  signature.current = access.signature
  const numbers = pages.map((page) => page.number).join()
  const underWay = useRef<(() => void)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page turned away from needs its picture no more
  useEffect(
    () => () => {
      for (const giveUp of underWay.current.splice(0)) giveUp()
    },
    [numbers],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are named by their numbers
  useEffect(() => {
    if (!numbers || isThrifty()) return
    let asked = false
    const fetchAll = () => {
      if (asked) return
      asked = true
      for (const page of pages) {
        const proportions = page.width / page.height
        const width = pictureWidth({ shown: size.height * proportions * scale, density, proportions })
        underWay.current.push(makeReady(contents.uid, page.number, width, signature.current))
      }
    }
    const timer = setTimeout(fetchAll, SETTLED)
    now.current = fetchAll
    return () => {
      clearTimeout(timer)
      now.current = () => undefined
    }
  }, [numbers, density, contents, scale, size])
  return null
}

/** Loads and decodes a picture ahead of need; the answer gives up what has not come yet. */
function makeReady(uid: string, page: number, width: PageWidth, signature: string): () => void {
  if (readyPicture(uid, page, width)) return () => undefined
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = pictureAddress(uid, page, width, signature)
  const giveUp = () => {
    if (!image.complete) image.src = ''
  }
  if (((navigator as { deviceMemory?: number }).deviceMemory ?? MODEST) < MODEST) return giveUp
  const { src: address } = image
  // Who zooms in without it asks again, and is told what is wrong.
  image.decode().then(
    () => keepReady({ uid, page, width, address, image }),
    () => undefined,
  )
  return giveUp
}
