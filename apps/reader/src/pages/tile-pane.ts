import { type Tile, type TileGrid, tileArea } from '@kiosk/domain/reading/tiles'

/** Maximum tiles requested at the same time: few enough that a moved view does not wait for those of the former one. */
const MOST_LOADING = 12
/** Maximum decoded tiles, a megabyte each. Visible ones come first. */
export const MOST_TILES = 96
/** Time that a fully loaded view must rest before the tiles around it are loaded. */
const IDLE_MS = 150
/** Pause after a tile could not be loaded: it is blurred, not missing. Each further one in a row is twice as long, up to the longest. */
const PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 160_000

type Wanted = { grid: TileGrid; visible: readonly Tile[]; around: readonly Tile[] }
/** Loads an image and decodes it; stops both when the signal is aborted. */
type LoadTile = (grid: TileGrid, tile: Tile, signal: AbortSignal) => Promise<HTMLImageElement>

/**
 * The tiles of one page, above its image: those in sight first, then those around. Loading is aborted for tiles that are no
 * longer wanted; of the loaded tiles, those seen longest ago are dropped.
 */
export class TilePane {
  readonly #load: LoadTile
  readonly #place: (image: HTMLImageElement, grid: TileGrid) => void
  /** Loaded tiles, seen longest ago first. */
  readonly #loaded = new Map<string, { image: HTMLImageElement; level: number }>()
  readonly #loading = new Map<string, AbortController>()
  #wanted: Wanted | null = null
  #isIdle = false
  #idle: ReturnType<typeof setTimeout> | undefined
  /** Runs during a pause. */
  #pause: ReturnType<typeof setTimeout> | undefined
  #pauseMs = PAUSE_MS

  /** @param place puts a loaded image, whose position is set, into the page */
  constructor(load: LoadTile, place: (image: HTMLImageElement, grid: TileGrid) => void) {
    this.#load = load
    this.#place = place
  }

  /** Shows these tiles as they come; null: none, as on a page that is not zoomed in. */
  show(wanted: Wanted | null): void {
    this.#wanted = wanted
    this.#isIdle = false
    clearTimeout(this.#idle)
    const keys = new Set(wanted ? [...wanted.visible, ...wanted.around].map((tile) => keyOf(wanted.grid, tile)) : [])
    for (const [key, loading] of this.#loading) if (!keys.has(key)) this.#stop(key, loading)
    if (!wanted) {
      this.#drop(() => true)
      return
    }
    for (const tile of wanted.visible) {
      const key = keyOf(wanted.grid, tile)
      const known = this.#loaded.get(key)
      if (known && this.#loaded.delete(key)) this.#loaded.set(key, known)
    }
    this.#loadNext()
  }

  #loadNext(): void {
    const wanted = this.#wanted
    if (!wanted || this.#pause !== undefined) return
    const isMissing = (tile: Tile) => !this.#loaded.has(keyOf(wanted.grid, tile))
    const missing = wanted.visible.filter(isMissing)
    if (missing.length === 0) {
      this.#drop(({ level }) => level !== wanted.grid.level)
      if (!this.#isIdle) {
        clearTimeout(this.#idle)
        this.#idle = setTimeout(() => {
          this.#isIdle = true
          this.#loadNext()
        }, IDLE_MS)
      }
    }
    const room = Math.max(0, MOST_TILES - wanted.visible.length)
    const ahead = this.#isIdle ? wanted.around.slice(0, room).filter(isMissing) : []
    for (const tile of [...missing, ...ahead]) {
      if (this.#loading.size >= MOST_LOADING) return
      const key = keyOf(wanted.grid, tile)
      if (!this.#loading.has(key)) this.#start(key, wanted.grid, tile)
    }
  }

  #start(key: string, grid: TileGrid, tile: Tile): void {
    const loading = new AbortController()
    this.#loading.set(key, loading)
    this.#load(grid, tile, loading.signal).then(
      (image) => {
        if (loading.signal.aborted) return
        this.#loading.delete(key)
        this.#pauseMs = PAUSE_MS
        const { left, top, width, height } = tileArea(grid, tile)!
        image.width = width
        image.height = height
        image.style.left = `${left}px`
        image.style.top = `${top}px`
        this.#place(image, grid)
        this.#loaded.set(key, { image, level: grid.level })
        this.#bound()
        this.#loadNext()
      },
      () => {
        if (loading.signal.aborted) return
        this.#loading.delete(key)
        this.#pauseAfterFailure()
      },
    )
  }

  /** Several tiles that fail at once count as one failure. A resting view becomes sharp after the pause, too. */
  #pauseAfterFailure(): void {
    if (this.#pause !== undefined) return
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#loadNext()
    }, this.#pauseMs)
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * this.#pauseMs)
  }

  #stop(key: string, loading: AbortController): void {
    this.#loading.delete(key)
    loading.abort()
  }

  /** Drops the tiles seen longest ago if there are too many. */
  #bound(): void {
    const wanted = this.#wanted
    const visible = new Set(wanted?.visible.map((tile) => keyOf(wanted.grid, tile)))
    let over = this.#loaded.size - MOST_TILES
    this.#drop((_, key) => over > 0 && !visible.has(key) && over-- > 0)
  }

  #drop(isDropped: (tile: { level: number }, key: string) => boolean): void {
    for (const [key, tile] of this.#loaded) {
      if (!isDropped(tile, key)) continue
      tile.image.remove()
      this.#loaded.delete(key)
    }
  }
}

const keyOf = ({ level }: TileGrid, { column, row }: Tile) => `${level}-${column}-${row}`
