import type pg from 'pg'

/** Rows arrive one by one, but digest, compression and memory cost less for many at once. */
const BATCH_BYTES = 256 * 1024
/** Maximum number of batches waiting in memory; with more, the server has to wait. */
const MOST_WAITING = 2

/**
 * The rows of a `COPY … TO STDOUT`, in batches. `pg` passes on each row as a part of its own buffer, which it overwrites. Here,
 * each row is copied once; in the stream of `pg-copy-streams`, each was a separate object and copied three times.
 */
class CopyOut {
  readonly #text: string
  #stream: pg.Connection['stream'] | undefined
  #batch = Buffer.allocUnsafe(0)
  #used = 0
  #full: Buffer[] = []
  #isDone = false
  #error: Error | undefined
  #wake = () => {}

  constructor(text: string) {
    this.#text = text
  }

  async *batches(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const next = this.#full.shift()
      if (next) {
        this.#stream?.resume()
        yield next
      } else if (this.#error) throw this.#error
      else if (this.#isDone) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > this.#batch.length) {
      this.#finishBatch()
      this.#batch = Buffer.allocUnsafe(Math.max(BATCH_BYTES, chunk.length))
    }
    chunk.copy(this.#batch, this.#used)
    this.#used += chunk.length
  }

  handleCommandComplete(): void {
    this.#finishBatch()
  }

  handleReadyForQuery(): void {
    this.#isDone = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#wake()
  }

  #finishBatch(): void {
    if (this.#used === 0) return
    this.#full.push(this.#batch.subarray(0, this.#used))
    this.#used = 0
    this.#batch = Buffer.allocUnsafe(0)
    if (this.#full.length >= MOST_WAITING) this.#stream?.pause()
    this.#wake()
  }
}

/** Runs a `COPY … TO STDOUT`. A caller that does not take all batches must close the connection. */
export function copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, void, undefined> {
  return client.query(new CopyOut(text)).batches()
}
