import type pg from 'pg'

/** Rows in the binary format of COPY. */
export class CopyRows {
  #bytes = Buffer.allocUnsafe(4 << 20)
  #length = 0
  #start = 0

  /** Starts a row of this many columns. */
  row(columns: number): void {
    this.#int16(columns)
  }

  int4(value: number): void {
    this.#int32(4)
    this.#int32(value)
  }

  int8(value: number): void {
    this.#int32(8)
    this.reserve(8)
    this.#length = this.#bytes.writeBigInt64BE(BigInt(value), this.#length)
  }

  float4(value: number): void {
    this.#int32(4)
    this.reserve(4)
    this.#length = this.#bytes.writeFloatBE(value, this.#length)
  }

  text(value: string | Uint8Array): void {
    this.begin()
    this.raw(typeof value === 'string' ? Buffer.from(value) : value)
    this.end()
  }

  jsonb(value: unknown): void {
    this.begin()
    this.raw(Buffer.from(`\u0001${JSON.stringify(value)}`))
    this.end()
  }

  /**
   * A tsvector.
   * @param entries lexemes by their order in a tsvector, with their positions: order × 65,536 + position
   */
  tsvector(entries: Float64Array, lexemes: readonly Uint8Array[]): void {
    entries.sort()
    this.begin()
    const countAt = this.#length
    this.#int32(0)
    let count = 0
    for (let at = 0; at < entries.length; ) {
      const order = Math.floor(entries[at]! / 65_536)
      const first = at
      while (at < entries.length && entries[at]! < (order + 1) * 65_536) at++
      this.raw(lexemes[order]!)
      this.reserve(3 + 2 * (at - first))
      this.#bytes[this.#length++] = 0
      this.#length = this.#bytes.writeUInt16BE(at - first, this.#length)
      for (let each = first; each < at; each++)
        this.#length = this.#bytes.writeUInt16BE(entries[each]! - order * 65_536, this.#length)
      count++
    }
    this.#bytes.writeInt32BE(count, countAt)
    this.end()
  }

  /** Starts a value, which `raw` adds to. */
  begin(): void {
    this.#int32(0)
    this.#start = this.#length
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  end(): void {
    this.#bytes.writeInt32BE(this.#length - this.#start, this.#start - 4)
  }

  /** Returns the rows and forgets them. */
  take(): Buffer {
    const rows = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return rows
  }

  #int16(value: number): void {
    this.reserve(2)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
  }

  #int32(value: number): void {
    this.reserve(4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])

/** The driver's functions for COPY, which its types lack. */
type CopyConnection = { query(text: string): void; sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void }

/** Inserts rows with COPY. @param into table and columns: `pages (issue_id, number)` */
export function copyInto(client: pg.Client, into: string, rows: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    client.query({
      submit: (connection) => (connection as unknown as CopyConnection).query(`copy ${into} from stdin (format binary)`),
      handleCopyInResponse(connection: CopyConnection) {
        for (const chunk of [HEADER, ...rows, TRAILER]) connection.sendCopyFromChunk(chunk)
        connection.endCopyFrom()
      },
      handleError(error: Error) {
        failure = error
        reject(error)
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (!failure) resolve()
      },
    } as pg.Submittable)
  })
}
