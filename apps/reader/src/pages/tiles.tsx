import type { Contents } from '@kiosk/domain/reading/endpoints'
import { levelFor, type PagePart, type TileGrid, tilesIn } from '@kiosk/domain/reading/tiles'
import { useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { isOfDownload, tileAddress } from './image-address.ts'
import { neededWidth, widestImage } from './image-widths.ts'
import styles from './page.module.css'
import { hasLittleMemory, isThrifty } from './preload.ts'
import { MOST_TILES, TilePane } from './tile-pane.ts'
import type { ViewControl } from './use-view.ts'
import type { Frame, View } from './zoom.ts'

/** While a zoom changes, and while a page is moved, tiles are selected no more often than this. */
const ZOOM_FINAL_AFTER_MS = 60
const MOVED_AFTER_MS = 80

type Options = {
  page: Contents['pages'][number]
  /** The page on the slide at scale 1, in CSS pixels. */
  box: { left: number; width: number; height: number }
  view: ViewControl
  frame: Frame
  density: number
}

/** The visible part of the current page in tiles, if it is zoomed in beyond the sharpness of its widest image. */
export function Tiles({ page, box, view, frame, density }: Options) {
  const { contents, access } = useReading()
  const signature = useRef(access.signature)
  signature.current = access.signature
  const container = useRef<HTMLDivElement>(null)
  const { uid } = contents
  const { number } = page
  const proportions = page.width / page.height
  const { left, width, height } = box
  const { now, onMoved } = view

  useEffect(() => {
    const levels = new Map<number, HTMLElement>()
    /** Places tiles at whole pixels of their level, so that the browser does not round a tile differently from its neighbours. */
    const layerOf = (grid: TileGrid) => {
      const known = levels.get(grid.level)
      if (known) return known
      const layer = document.createElement('div')
      layer.className = styles.tiles!
      layer.style.width = `${grid.width}px`
      layer.style.height = `${grid.height}px`
      layer.style.transform = `scale(${width / grid.width}, ${height / grid.height})`
      container.current?.append(layer)
      levels.set(grid.level, layer)
      return layer
    }
    const pane = new TilePane(
      (grid, tile, signal) => loadImage(tileAddress(uid, number, grid.level, tile, signature.current), signal),
      (image, grid) => layerOf(grid).append(image),
    )
    const select = () => {
      const shown = now()
      const needed = neededWidth(width * shown.scale, density)
      if (needed <= widestImage(proportions) || isOfDownload(signature.current)) return pane.show(null)
      const visible = visiblePart(shown, { left, width, height }, frame)
      const grid = levelFor(needed, proportions, visible, MOST_TILES)
      if (!grid) return pane.show(null)
      const tiles = tilesIn(grid, visible)
      const isSeen = new Set(tiles.map(({ column, row }) => `${column} ${row}`))
      const around = isThrifty() || hasLittleMemory() ? [] : tilesIn(grid, visible, 1)
      pane.show({ grid, visible: tiles, around: around.filter(({ column, row }) => !isSeen.has(`${column} ${row}`)) })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let { scale } = now()
    const later = (ms: number) => {
      timer = setTimeout(() => {
        timer = undefined
        select()
      }, ms)
    }
    const forget = onMoved(() => {
      const zooms = now().scale !== scale
      scale = now().scale
      if (zooms) clearTimeout(timer)
      if (zooms || timer === undefined) later(zooms ? ZOOM_FINAL_AFTER_MS : MOVED_AFTER_MS)
    })
    later(ZOOM_FINAL_AFTER_MS)
    return () => {
      forget()
      clearTimeout(timer)
      pane.show(null)
      for (const layer of levels.values()) layer.remove()
    }
  }, [uid, number, proportions, left, width, height, frame, density, now, onMoved])

  return <div ref={container} data-tiles="" />
}

/** Returns the part of a page that is in the frame, in fractions of the page. */
function visiblePart({ scale, x, y }: View, { left, width, height }: Options['box'], frame: Frame): PagePart {
  const [fromLeft, fromTop] = [x + left * scale, y]
  const [shownWidth, shownHeight] = [width * scale, height * scale]
  return {
    left: -fromLeft / shownWidth,
    top: -fromTop / shownHeight,
    right: (frame.width - fromLeft) / shownWidth,
    bottom: (frame.height - fromTop) / shownHeight,
  }
}

/** Loads and decodes an image. After an abort the browser closes the request, and the server drops it from its queue. */
async function loadImage(address: string, signal: AbortSignal): Promise<HTMLImageElement> {
  const image = new Image()
  image.alt = ''
  image.draggable = false
  image.decoding = 'sync'
  signal.addEventListener('abort', () => {
    image.src = ''
  })
  image.src = address
  await image.decode()
  return image
}
