import type { DrawCover, DrawPage } from '@kiosk/api/outside/page-drawing'
import { encodeCover } from './pictures.ts'
import { createWorkers } from './workers/workers.ts'

/** So many drawings may wait; beyond that a visitor is told to come again instead of waiting forever. */
const LONGEST_QUEUE = 200

/**
 * Draws pages of published issues when a width or format is first asked for, in processes of its own.
 * @param processes at most so many; they start with the first drawing
 */
export function createPageDrawing({ processes }: { processes: number }): { drawPage: DrawPage; close(): Promise<void> } {
  const workers = createWorkers({ processes })
  const running = new Map<string, Promise<Buffer>>()

  return {
    drawPage(path, page, width, format) {
      const name = [path, page, width, format].join('|')
      const known = running.get(name)
      if (known) return known
      if (workers.waiting() >= LONGEST_QUEUE) return Promise.reject(new Error('Too many pages wait to be drawn.'))
      const drawing = workers.run('picture', { path, page, width, format }).then((data) => Buffer.from(data))
      running.set(name, drawing)
      const forget = () => running.delete(name)
      drawing.then(forget, forget)
      return drawing
    },
    close: () => workers.close(),
  }
}

/** A cover at another height (pixels) and format, from the kept one. */
export const drawCover: DrawCover = (cover, height, format) => encodeCover(cover, height, format)
