import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Files, StoredFile } from '../port.ts'

/** Defines the contract suite that every file storage passes; `open` returns an empty one. */
export function keepsFiles(open: () => Promise<{ files: Files; close(): Promise<void> }>): void {
  let files: Files
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ files, close } = await open())
  })
  afterEach(() => close())
  const bytes = (text: string) => Buffer.from(text)
  const textOf = async (name: string) => (await files.read(name))?.toString() ?? null

  test('reads what was written byte for byte, also empty and large files', async () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const large = Buffer.alloc(3_000_000, every)
    for (const contents of [every, Buffer.alloc(0), large]) {
      await files.write('issues/a/1/pages/7-1240.webp', contents)
      expect((await files.read('issues/a/1/pages/7-1240.webp'))?.equals(contents)).toBe(true)
      expect(await files.size('issues/a/1/pages/7-1240.webp')).toBe(contents.length)
    }
    await files.write('part.bin', large.subarray(5, 9))
    expect(await files.read('part.bin')).toEqual(Buffer.from([5, 6, 7, 8]))
  })

  test('returns null for a file that was never written or was removed', async () => {
    expect(await files.read('issues/a/1/cover.webp')).toBeNull()
    expect(await files.size('issues/a/1/cover.webp')).toBeNull()
    await files.write('issues/a/1/cover.webp', bytes('x'))
    expect(await files.read('issues/a/1')).toBeNull()
    expect(await files.size('issues/a/1')).toBeNull()
    await files.remove('issues/a/1/cover.webp')
    expect(await files.read('issues/a/1/cover.webp')).toBeNull()
  })

  test('overwrites a file atomically, also with concurrent writes', async () => {
    await files.write('a.txt', bytes('before'))
    await files.write('a.txt', bytes('after'), { durable: true })
    expect(await textOf('a.txt')).toBe('after')
    const all = Array.from({ length: 8 }, (_, at) => String(at).repeat(20_000))
    await Promise.all(all.map((each) => files.write('b.txt', bytes(each))))
    expect(all).toContain(await textOf('b.txt'))
  })

  test('removes a folder with everything in it and nothing beside it; a missing folder is no error', async () => {
    const inside = ['x', ...[1, 2, 3, 4, 5, 6].map((page) => `pages/${page}`)].map((name) => `issues/a/1/${name}`)
    const beside = ['issues/a/10/x', 'issues/a/1x', 'issues/b/1/x']
    for (const name of [...inside, ...beside]) await files.write(name, bytes(name))
    await files.remove('issues/a/1/')
    for (const name of inside) expect(await textOf(name)).toBeNull()
    for (const name of beside) expect(await textOf(name)).toBe(name)
    await files.remove('issues/a/1/')
    await files.remove('nowhere/')
    await files.remove('nowhere')
  })

  test('lists the files of a folder with their sizes, and a version that changes with the contents', async () => {
    const listed = async (folder: string) => {
      const found: StoredFile[] = []
      for await (const each of files.list(folder)) found.push(each)
      return found.sort((one, other) => (one.name < other.name ? -1 : 1))
    }
    expect(await listed('')).toEqual([])
    for (const name of ['a/1/x', 'a/1/pages/1', 'a/10/x', 'b ä+&']) await files.write(name, bytes(name))
    expect((await listed('')).map(({ name }) => name)).toEqual(['a/1/pages/1', 'a/1/x', 'a/10/x', 'b ä+&'])
    const before = await listed('a/1/')
    expect(before.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a/1/pages/1', 11],
      ['a/1/x', 5],
    ])
    expect(await listed('nowhere/')).toEqual([])
    expect(await listed('a/1/')).toEqual(before)
    await files.write('a/1/x', bytes('other'))
    const after = await listed('a/1/')
    expect(after[0]).toEqual(before[0])
    expect(after[1]!.version).not.toBe(before[1]!.version)
  })

  test('provides a local file with the current contents', async () => {
    await files.write('issues/a/1/source.pdf', bytes('%PDF-1'))
    const paths = await Promise.all([1, 2, 3].map(() => files.path('issues/a/1/source.pdf')))
    for (const path of paths) {
      expect(path).toMatch(/\.pdf$/)
      expect(await readFile(path, 'utf8')).toBe('%PDF-1')
    }
    await files.write('issues/a/1/source.pdf', bytes('%PDF-2'))
    expect(await readFile(await files.path('issues/a/1/source.pdf'), 'utf8')).toBe('%PDF-2')
  })

  test('rejects a path that leaves the storage', async () => {
    for (const name of ['../secret', 'issues/../../secret', '..']) {
      await expect(files.read(name)).rejects.toThrow('outside the storage')
      await expect(files.write(name, bytes('x'))).rejects.toThrow('outside the storage')
      await expect(files.path(name)).rejects.toThrow('outside the storage')
      await expect(files.remove(name)).rejects.toThrow('outside the storage')
    }
  })

  test('keeps differently spelled paths apart', async () => {
    const part = fc.string({ unit: fc.constantFrom(..."aB0-_.~ +&=%()!'*äß€é"), minLength: 1, maxLength: 12 })
    const name = fc
      .array(
        part.filter((each) => !/^\.+$/.test(each)),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => `in/${parts.join('/')}.x`)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 2, maxLength: 3 }), async (names) => {
        for (const each of names) await files.write(`${each}/f`, bytes(each))
        for (const each of names) expect(await textOf(`${each}/f`)).toBe(each)
        await files.remove('in/')
        for (const each of names) expect(await textOf(`${each}/f`)).toBeNull()
      }),
      { numRuns: 15 },
    )
  })
}
