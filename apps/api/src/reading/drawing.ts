import { Refusal } from '@kiosk/domain/errors'
import type { Logger } from 'pino'
import { type Database, underside } from '../database/connect.ts'
import type { Files } from '../outside/files/storage.ts'

/** Pictures drawn at once by this server, and requests that may wait for one. */
const AT_ONCE = 2
const WAITING = 60

/** Pictures that are made when first asked for, then kept. */
export type Drawing = {
  /** The kept picture, drawn now where it is missing: once, however many ask for it, also on other servers. */
  kept(name: string, draw: () => Promise<Buffer>): Promise<Buffer>
  /** Draws and keeps it when nothing else is to do; for who was given another format meanwhile. */
  later(name: string, draw: () => Promise<Buffer>): void
}

export function createDrawing(given: { db: Database; files: Files; log: Logger }): Drawing {
  const { db, files, log } = given
  const underWay = new Map<string, Promise<Buffer>>()
  const queue: (() => void)[] = []
  let busy = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy >= AT_ONCE) {
      if (queue.length >= WAITING) throw new Refusal('unavailable')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else busy++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy--
    }
  }

  /** An advisory lock named like the picture makes servers take turns; who comes second finds it drawn. */
  async function drawAlone(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const client = await underside(db).pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
      const drawnMeanwhile = await files.read(name)
      if (drawnMeanwhile) return drawnMeanwhile
      const picture = await draw()
      await files.write(name, picture)
      return picture
    } finally {
      await client.query('select pg_advisory_unlock_all()').catch(() => {})
      client.release()
    }
  }

  async function kept(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const found = await files.read(name)
    if (found) return found
    const known = underWay.get(name)
    if (known) return known
    const drawing = inTurn(() => drawAlone(name, draw)).finally(() => underWay.delete(name))
    underWay.set(name, drawing)
    return drawing
  }

  return {
    kept,
    later(name, draw) {
      if (busy >= AT_ONCE || underWay.has(name)) return
      kept(name, draw).catch((error: unknown) => log.warn({ err: error, name }, 'a picture could not be drawn'))
    },
  }
}
