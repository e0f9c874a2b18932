import type { RenderCover, RenderPage } from '@kiosk/backend/adapters/page-renderer'
import { encodeCover } from './images.ts'
import { createWorkers } from './workers/workers.ts'

/** Maximum number of waiting requests; further ones are rejected with 503 instead of waiting for a long time. */
const MOST_QUEUED = 200

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

/**
 * Renders pages of published issues when a width or format is first requested, in separate processes.
 * @param processes maximum number; they start with the first request
 */
export function createPageRenderer({ processes }: { processes: number }): {
  /** Like `RenderPage`, for a file. */
  renderPage: (path: string, ...how: Tail<Parameters<RenderPage>>) => Promise<Buffer>
  close(): Promise<void>
} {
  const workers = createWorkers({ processes })
  const running = new Map<string, Promise<Buffer>>()

  return {
    renderPage(path, page, width, format, tile) {
      const name = [path, page, width, format, tile && Object.values(tile).join()].join('|')
      const known = running.get(name)
      if (known) return known
      if (workers.waiting() >= MOST_QUEUED) return Promise.reject(new Error('Too many pages wait to be rendered.'))
      const rendering = workers.run('picture', { path, page, width, format, tile }).then((data) => Buffer.from(data))
      running.set(name, rendering)
      const forget = () => running.delete(name)
      rendering.then(forget, forget)
      return rendering
    },
    close: () => workers.close(),
  }
}

/** Encodes the stored cover at another height (pixels) and format. */
export const renderCover: RenderCover = (cover, height, format) => encodeCover(cover, height, format)
