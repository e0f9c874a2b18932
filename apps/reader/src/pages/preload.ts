import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { PageWidth } from '@kiosk/domain/reading/limits'
import { type RefObject, useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { mayLoadAhead, noteZoom } from './ahead-allowance.ts'
import { imageAddress } from './image-address.ts'
import { imageWidth } from './image-widths.ts'
import { keepReady, readyImage } from './ready-images.ts'
import type { Spread } from './spreads.ts'
import { type Content, type Frame, fitted } from './zoom.ts'

type PageOf = Contents['pages'][number]

/** Returns whether the connection is slow or metered, according to the browser. */
export function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/** The images of the shown spread are requested first. */
const BEFORE_AHEAD_MS = 400

/** Preloads the images two turns ahead, with low priority. `density`: device pixels per CSS pixel. */
export function useAhead(
  spreads: readonly Spread[],
  ahead: number | null,
  { frame, density }: { frame: Frame; density: number },
): void {
  const { contents, access } = useReading()
  const options = useRef({ frame, density, signature: access.signature })
  options.current = { frame, density, signature: access.signature }
  const spread = ahead === null ? undefined : spreads[ahead]
  const pages = spread?.kind === 'pages' ? spread.pages.join() : ''
  useEffect(() => {
    if (!pages || isThrifty()) return
    const timer = setTimeout(() => {
      for (const number of pages.split(',').map(Number)) {
        const page = contents.pages.find((page) => page.number === number)
        if (!page) continue
        const { frame, density, signature } = options.current
        const proportions = page.width / page.height
        const width = imageWidth({ shown: fitted(frame, proportions).width, density, proportions })
        const image = new Image()
        image.fetchPriority = 'low'
        image.src = imageAddress(contents.uid, number, width, signature)
      }
    }, BEFORE_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [pages, contents])
}

/** Time on a page before its sharper image is requested, so that fast turning requests few images. */
const SETTLED_AFTER_MS = 150
/** Memory below which a device does not keep decoded images. */
const LOW_MEMORY_GIGABYTES = 4

/** Returns whether the device, according to the browser, has little memory. */
export function hasLittleMemory(): boolean {
  return ((navigator as { deviceMemory?: number }).deviceMemory ?? LOW_MEMORY_GIGABYTES) < LOW_MEMORY_GIGABYTES
}

type Sharp = {
  pages: readonly PageOf[]
  size: Content
  /** The next zoom level, for which images are preloaded. */
  scale: number
  /** The reader has zoomed in. */
  enlarged: boolean
  density: number
  /** Set to a function that preloads at once, for the start of a zoom. */
  now: RefObject<() => void>
}

/**
 * Preloads the image for a double tap when the reader stays on a page, unless several in a row were not needed; once zoomed in, the
 * sharpest one.
 */
export function Sharper({ pages, size, scale, enlarged, density, now }: Sharp) {
  const { contents, access } = useReading()
  const signature = useRef(access.signature)
  signature.current = access.signature
  const numbers = pages.map((page) => page.number).join()
  const underWay = useRef<(() => void)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: aborts preloading when the page is turned
  useEffect(
    () => () => {
      for (const giveUp of underWay.current.splice(0)) giveUp()
    },
    [numbers],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are identified by their numbers
  useEffect(() => {
    if (!numbers || isThrifty()) return
    let requested = false
    const fetchAll = () => {
      if (requested) return
      requested = true
      for (const page of pages) {
        const proportions = page.width / page.height
        const width = imageWidth({ shown: size.height * proportions * scale, density, proportions })
        underWay.current.push(makeReady(contents.uid, page.number, width, signature.current))
      }
    }
    const timer = setTimeout(() => {
      if (enlarged) noteZoom()
      if (enlarged || mayLoadAhead(`${contents.uid} ${numbers}`)) fetchAll()
    }, SETTLED_AFTER_MS)
    now.current = fetchAll
    return () => {
      clearTimeout(timer)
      now.current = () => undefined
    }
  }, [numbers, density, contents, scale, enlarged, size])
  return null
}

/** Loads and decodes an image in advance; returns a function that aborts it. */
function makeReady(uid: string, page: number, width: PageWidth, signature: string): () => void {
  if (readyImage(uid, page, width)) return () => undefined
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = imageAddress(uid, page, width, signature)
  const giveUp = () => {
    if (!image.complete) image.src = ''
  }
  if (hasLittleMemory()) return giveUp
  const { src: address } = image
  // Errors are ignored: a zoom requests the image again and reports them.
  image.decode().then(
    () => keepReady({ uid, page, width, address, image }),
    () => undefined,
  )
  return giveUp
}
