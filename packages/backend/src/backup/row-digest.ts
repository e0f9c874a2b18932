import { createHash, type Hash, hash } from 'node:crypto'

/** Byte that ends a row of COPY's text format, in which a line break within a value is written `\n`. */
const END_OF_ROW = 10
const SUMS = 4

export type Digest = { rows: number; checksum: string }

/**
 * Counts the rows of COPY's text format and sums up the first 16 bytes of their SHA-256, as four numbers of 32 bits. The sum does
 * not depend on the order of the rows, which a database may change. It detects accidental damage, not forgery.
 */
export class RowDigest {
  readonly #sums = new Uint32Array(SUMS)
  /**
   * Hash of a row that has arrived only in part. The part itself is not kept, because a row of a damaged backup may be
   * endless.
   */
  #begun: Hash | null = null
  #rows = 0

  get rows(): number {
    return this.#rows
  }

  update(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(END_OF_ROW); end >= 0; end = chunk.indexOf(END_OF_ROW, from)) {
      const row = chunk.subarray(from, end)
      this.#add(this.#begun ? this.#begun.update(row).digest() : hash('sha256', row, 'buffer'))
      this.#begun = null
      from = end + 1
    }
    if (from < chunk.length) this.#begun = (this.#begun ?? createHash('sha256')).update(chunk.subarray(from))
  }

  #add(digest: Buffer): void {
    for (let at = 0; at < SUMS; at++) this.#sums[at]! += digest.readUInt32BE(at * 4)
    this.#rows++
  }

  result(): Digest {
    // Otherwise a row without an end would not be counted.
    const missing = this.#begun ? '-cut' : ''
    return { rows: this.#rows, checksum: hexOf(this.#sums) + missing }
  }
}

/** Returns the digest of all rows of several parts. */
export function sumOf(parts: readonly Digest[]): Digest {
  const sums = new Uint32Array(SUMS)
  let rows = 0
  for (const part of parts) {
    rows += part.rows
    for (let at = 0; at < SUMS; at++) sums[at]! += Number.parseInt(part.checksum.slice(at * 8, (at + 1) * 8), 16)
  }
  return { rows, checksum: hexOf(sums) }
}

const hexOf = (sums: Uint32Array) => [...sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
