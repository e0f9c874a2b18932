// PDFium does not return a page's UserUnit (points per unit of its coordinates), so it is read from the file.
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** Maximum size of all decompressed object streams together. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024

/**
 * Returns the UserUnit by object number, for the pages that have one.
 * @param objectNumbers of the pages
 */
export function userUnits(path: string, objectNumbers: number[]): Map<number, number> {
  const numbers = new Set(objectNumbers)
  const units = new Map<number, number>()
  const file = readFileSync(path)
  const note = (number: number, dictionary: string) => {
    const unit = Number(/\/UserUnit\s+(\d*\.?\d+)/.exec(dictionary)?.[1])
    if (numbers.has(number) && unit > 0 && unit <= 1000) units.set(number, unit)
  }
  for (let at = file.indexOf('/UserUnit'); at >= 0; at = file.indexOf('/UserUnit', at + 9)) {
    const before = file.toString('latin1', Math.max(0, at - 4096), at)
    const number = /(\d{1,10})\s+\d{1,5}\s+obj\b(?!.*\bobj\b)/s.exec(before)?.[1]
    if (number) note(Number(number), file.toString('latin1', at, at + 40))
  }
  let unpacked = 0
  for (let at = file.indexOf('/ObjStm'); at >= 0 && unpacked < MOST_UNPACKED_BYTES; at = file.indexOf('/ObjStm', at + 7)) {
    const stream = objectStream(file, at, MOST_UNPACKED_BYTES - unpacked)
    if (!stream) continue
    unpacked += stream.length
    if (!stream.includes('/UserUnit')) continue
    eachObject(file.toString('latin1', Math.max(0, at - 500), at + 500), stream.toString('latin1'), note)
  }
  return units
}

function objectStream(file: Buffer, at: number, most: number): Buffer | null {
  const start = file.indexOf('stream', at)
  if (start < 0 || start - at > 2000) return null
  const end = file.indexOf('endstream', start)
  const begin = start + (file[start + 6] === 13 ? 8 : 7)
  if (end < begin) return null
  try {
    return inflateSync(file.subarray(begin, end), { maxOutputLength: Math.min(most, 16 * 1024 * 1024) })
  } catch {
    return null
  }
}

/** An object stream begins with pairs of object number and offset; `/First` is the offset of the first object. */
function eachObject(around: string, stream: string, note: (number: number, dictionary: string) => void): void {
  const first = [...around.matchAll(/\/First\s+(\d{1,9})/g)].map((match) => Number(match[1]))
  for (const begin of first) {
    const pairs = stream.slice(0, begin).trim().split(/\s+/).map(Number)
    if (pairs.length % 2 || pairs.some(Number.isNaN)) continue
    for (let pair = 0; pair < pairs.length; pair += 2)
      note(pairs[pair]!, stream.slice(begin + pairs[pair + 1]!, begin + (pairs[pair + 3] ?? Number.POSITIVE_INFINITY)))
    return
  }
}
