import { Refusal } from '@kiosk/domain/errors'
import type { Logger } from 'pino'
import { type Database, underside } from '../database/connect.ts'
import type { Asking } from '../endpoint.ts'
import type { Files } from '../outside/files/storage.ts'
import { networksOf } from '../rate-limits.ts'
import { FairQueue, type Place } from './fair-queue.ts'

/** Pictures drawn at once by this server. */
const AT_ONCE = 2

/** Who asks for a picture; once `signal` is aborted nobody waits for it any more. */
export type Waiter = Place & { signal?: AbortSignal }

/** Pictures that are made when first asked for, then kept. */
export type Drawing = {
  /**
   * The kept picture, drawn now where it is missing: once, however many ask for it, also on other servers. Networks take
   * turns, and a picture for which nobody waits any more is not drawn.
   * @throws Refusal `unavailable` where too many wait, or who asked has gone
   */
  kept(name: string, draw: () => Promise<Buffer>, waiter: Waiter): Promise<Buffer>
  /** Draws and keeps it when nothing else is to do; for who was given another format meanwhile. */
  later(name: string, draw: () => Promise<Buffer>): void
}

/** The place in the line that a caller has: all networks of 64 bits that one line has take their turn together. */
export function waiterOf({ visitor, session, request }: Pick<Asking, 'visitor' | 'session' | 'request'>): Waiter {
  const networks = networksOf(visitor.address)
  const reader = session.account ? `account ${session.account.id}` : networks[0]
  return { network: networks.at(-1)!, reader, signal: request.signal }
}

type Picture = {
  name: string
  draw: () => Promise<Buffer>
  turns: Set<Turn>
  running: boolean
  drawn: PromiseWithResolvers<Buffer>
}
type Turn = Place & { picture: Picture; leave(): void }

const NOBODY: Place = { network: '', reader: '' }

export function createDrawing(given: { db: Database; files: Files; log: Logger }): Drawing {
  const { db, files, log } = given
  const pictures = new Map<string, Picture>()
  const queue = new FairQueue<Turn>()
  let busy = 0

  function pictureNamed(name: string, draw: () => Promise<Buffer>): Picture {
    const known = pictures.get(name)
    if (known) return known
    const picture = { name, draw, turns: new Set<Turn>(), running: false, drawn: Promise.withResolvers<Buffer>() }
    // Those who wait hear of it by themselves; all of them may have gone.
    picture.drawn.promise.catch(() => {})
    pictures.set(name, picture)
    return picture
  }

  /** Everybody who waits for a picture has a turn, so that it comes as soon as for the first of their networks. */
  function waitFor(picture: Picture, { network, reader, signal }: Waiter): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      picture.drawn.promise.then(resolve, reject)
      const turn: Turn = {
        ...{ network, reader, picture },
        leave() {
          queue.remove(turn)
          picture.turns.delete(turn)
          if (!picture.running && picture.turns.size === 0) pictures.delete(picture.name)
          reject(new Refusal('unavailable'))
        },
      }
      picture.turns.add(turn)
      if (signal?.aborted) return turn.leave()
      signal?.addEventListener('abort', () => turn.leave(), { once: true })
      if (!picture.running) queue.add(turn)?.leave()
      drawNext()
    })
  }

  function drawNext(): void {
    while (busy < AT_ONCE) {
      const turn = queue.take()
      if (!turn) return
      const { picture } = turn
      picture.running = true
      busy++
      for (const each of picture.turns) queue.remove(each)
      drawAlone(picture)
        .then(picture.drawn.resolve, picture.drawn.reject)
        .finally(() => {
          busy--
          pictures.delete(picture.name)
          drawNext()
        })
    }
  }

  /** An advisory lock named like the picture makes servers take turns; who comes second finds it drawn. */
  async function drawAlone({ name, draw }: Picture): Promise<Buffer> {
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

  return {
    async kept(name, draw, waiter) {
      return (await files.read(name)) ?? waitFor(pictureNamed(name, draw), waiter)
    },
    later(name, draw) {
      if (busy >= AT_ONCE || pictures.has(name)) return
      waitFor(pictureNamed(name, draw), NOBODY).catch((error: unknown) =>
        log.warn({ err: error, name }, 'a picture could not be drawn'),
      )
    },
  }
}
