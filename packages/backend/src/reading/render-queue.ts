import type { Logger } from 'pino'
import type { Files } from '../adapters/storage/port.ts'
import { type Database, poolOf } from '../db/connect.ts'
import { TryLater } from '../http/try-later.ts'
import { FairQueue, type Place } from './fair-queue.ts'

/** Concurrent renderings of this server. */
const CONCURRENT_RENDERS = 2

/** The requester of an image; an aborted `signal` means that nobody waits for it any more. */
export type Waiter = Place & { signal?: AbortSignal }

/** Images that are rendered on the first request and stored. */
export type RenderQueue = {
  /**
   * Returns the stored image or renders it: once for any number of requests, also across servers. Networks take turns, and
   * an image without waiting requests is not rendered.
   * @throws TryLater if the queue is full or the requester has gone
   */
  getOrRender(name: string, render: () => Promise<Buffer>, waiter: Waiter): Promise<Buffer>
  /** Renders and stores the image when idle, for a requester that got another format meanwhile. */
  renderLater(name: string, render: () => Promise<Buffer>): void
  /** Numbers of images that wait, and that are being rendered. */
  size(): { waiting: number; running: number }
}

type Image = {
  name: string
  render: () => Promise<Buffer>
  turns: Set<Turn>
  running: boolean
  rendered: PromiseWithResolvers<Buffer>
}
type Turn = Place & { image: Image; leave(): void }

const NOBODY: Place = { network: '', reader: '' }

export function createRenderQueue(options: { db: Database; files: Files; log: Logger }): RenderQueue {
  const { db, files, log } = options
  const images = new Map<string, Image>()
  const queue = new FairQueue<Turn>()
  let busy = 0

  function imageNamed(name: string, render: () => Promise<Buffer>): Image {
    const known = images.get(name)
    if (known) return known
    const image = { name, render, turns: new Set<Turn>(), running: false, rendered: Promise.withResolvers<Buffer>() }
    // Waiting requests are notified by their own signals; all of them may have gone.
    image.rendered.promise.catch(() => {})
    images.set(name, image)
    return image
  }

  /** Every waiting requester queues the image, so that it is rendered at the earliest of their turns. */
  function waitFor(image: Image, { network, reader, signal }: Waiter): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // The signal may be aborted long after the image was sent, and would keep it in memory until then.
      const forget = () => signal?.removeEventListener('abort', turn.leave)
      const turn: Turn = {
        network,
        reader,
        image,
        leave() {
          forget()
          queue.remove(turn)
          image.turns.delete(turn)
          if (!image.running && image.turns.size === 0) images.delete(image.name)
          reject(new TryLater())
        },
      }
      image.rendered.promise.then(resolve, reject).then(forget)
      image.turns.add(turn)
      if (signal?.aborted) return turn.leave()
      signal?.addEventListener('abort', turn.leave, { once: true })
      if (!image.running) queue.add(turn)?.leave()
      renderNext()
    })
  }

  function renderNext(): void {
    while (busy < CONCURRENT_RENDERS) {
      const turn = queue.take()
      if (!turn) return
      const { image } = turn
      image.running = true
      busy++
      for (const each of image.turns) queue.remove(each)
      renderAlone(image)
        .then(image.rendered.resolve, image.rendered.reject)
        .finally(() => {
          busy--
          images.delete(image.name)
          renderNext()
        })
    }
  }

  /** An advisory lock named after the image serialises servers; the second one finds it rendered. */
  async function renderAlone({ name, render }: Image): Promise<Buffer> {
    const client = await poolOf(db).pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
      const renderedMeanwhile = await files.read(name)
      if (renderedMeanwhile) return renderedMeanwhile
      const image = await render()
      await files.write(name, image)
      return image
    } finally {
      await client.query('select pg_advisory_unlock_all()').catch(() => {})
      client.release()
    }
  }

  return {
    async getOrRender(name, render, waiter) {
      return (await files.read(name)) ?? waitFor(imageNamed(name, render), waiter)
    },
    renderLater(name, render) {
      if (busy >= CONCURRENT_RENDERS || images.has(name)) return
      waitFor(imageNamed(name, render), NOBODY).catch((error: unknown) =>
        log.warn({ event: 'images.render-failed', err: error, name }, 'page image could not be rendered'),
      )
    },
    size: () => ({ waiting: images.size - busy, running: busy }),
  }
}
