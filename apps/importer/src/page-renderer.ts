import type { RenderCover, RenderPage } from '@kiosk/backend/adapters/page-renderer'
import { encodeCover } from './images.ts'
import { createWorkers } from './workers/workers.ts'

/** So many drawings may wait; beyond that a visitor is told to come again instead of waiting forever. */
const LONGEST_QUEUE = 200

/**
 * Draws pages of published issues when a width or format is first asked for, in processes of its own.
 * @param processes at most so many; they start with the first drawing
 */
export function createPageRenderer({ processes }: { processes: number }): { renderPage: RenderPage; close(): Promise<void> } {
  const workers = createWorkers({ processes })
  const running = new Map<string, Promise<Buffer>>()

  return {
    renderPage(path, page, width, format) {
      const name = [path, page, width, format].join('|')
      const known = running.get(name)
      if (known) return known
      if (workers.waiting() >= LONGEST_QUEUE) return Promise.reject(new Error('Too many pages wait to be drawn.'))
      const rendering = workers.run('picture', { path, page, width, format }).then((data) => Buffer.from(data))
      running.set(name, rendering)
      const forget = () => running.delete(name)
      rendering.then(forget, forget)
      return rendering
    },
    close: () => workers.close(),
  }
}

/** A cover at another height (pixels) and format, from the kept one. */
export const renderCover: RenderCover = (cover, height, format) => encodeCover(cover, height, format)
