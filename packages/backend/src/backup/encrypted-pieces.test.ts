import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSystem } from '../adapters/storage/file-system.ts'
import type { Files } from '../adapters/storage/port.ts'
import { createKey, whole } from './age.ts'
import { decryptedFile, encryptedFile, readPieces, writePieces } from './encrypted-pieces.ts'

let folder: string
let store: Files
let keys: Awaited<ReturnType<typeof createKey>>[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-pieces-'))
  store = fileSystem(folder)
  keys = [await createKey(), await createKey(), await createKey()]
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const recipients = () => [keys[0]!.recipient, keys[1]!.recipient]
async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a stream of several pieces is read again with either of two keys, and not with a third', async () => {
  const bytes = randomBytes(20_000_000)
  const { pieces, bytes: size } = await writePieces(store, 'long', chunksOf(bytes, 333_333), recipients())
  expect(pieces.map(({ bytes }) => bytes).reduce((sum, each) => sum + each)).toBe(size)
  expect(pieces).toHaveLength(2)
  expect(size).toBeGreaterThan(bytes.length)
  expect(await readdir(join(folder, 'long'))).toEqual(['000001', '000002'])
  for (const { identity } of keys.slice(0, 2))
    expect((await whole(readPieces(store, 'long', pieces.length, [identity]))).equals(bytes)).toBe(true)
  await expect(whole(readPieces(store, 'long', pieces.length, [keys[2]!.identity]))).rejects.toThrow(
    'The key does not open the backup (long).',
  )
})

test.each([true, false])('an empty stream has no pieces, encrypted: %s', async (isEncrypted) => {
  const { pieces } = await writePieces(store, 'empty', chunksOf(Buffer.alloc(0), 1), isEncrypted ? recipients() : null)
  expect(pieces).toEqual([])
  expect(await whole(readPieces(store, 'empty', pieces.length, isEncrypted ? [keys[0]!.identity] : null))).toEqual(
    Buffer.alloc(0),
  )
})

test('a piece that was changed, cut off or lost is noticed', async () => {
  const { pieces } = await writePieces(store, 'rows', chunksOf(randomBytes(300_000), 50_000), recipients())
  const path = join(folder, 'rows/000001')
  const before = await readFile(path)
  const read = () => whole(readPieces(store, 'rows', pieces.length, [keys[0]!.identity]))
  for (const at of [5, 400, 100_000, before.length - 1]) {
    const changed = Buffer.from(before)
    changed[at]! ^= 1
    await writeFile(path, changed)
    await expect(read(), `byte ${at}`).rejects.toThrow(/^(rows of the backup is damaged|The key does not open)/)
  }
  for (const length of [0, 100, 65_536, before.length - 1]) {
    await writeFile(path, before)
    await truncate(path, length)
    await expect(read(), `${length} bytes`).rejects.toThrow(/^rows of the backup is damaged/)
  }
  await rm(path)
  await expect(read()).rejects.toThrow('rows/000001 is missing in the backup.')
})

test('an error of what is written ends the stream', async () => {
  async function* failing() {
    yield Buffer.from('begin')
    throw new Error('the connection is lost')
  }
  await expect(writePieces(store, 'failing', failing(), recipients())).rejects.toThrow('the connection is lost')
})

test('a file is encrypted as a whole', async () => {
  const closed = await encryptedFile(Buffer.from('%PDF'), recipients())
  expect(Buffer.from(await decryptedFile(closed, 'file', [keys[1]!.identity])).toString()).toBe('%PDF')
  await expect(decryptedFile(closed.subarray(0, -1), 'file', [keys[1]!.identity])).rejects.toThrow(
    'file of the backup is damaged',
  )
})
