import { expect, test } from 'vitest'
import type { Files } from '../../adapters/storage/port.ts'
import { joinParts, partsFolder, pdfFile } from './upload-files.ts'

/** Files of a machine whose power fails: what was not written durably is gone afterwards. */
function fragileFiles() {
  const written = new Map<string, { contents: Buffer; durable: boolean }>()
  let calls = 0
  let diesAt = Number.POSITIVE_INFINITY
  const step = () => {
    if (++calls >= diesAt) throw new Error('power failure')
  }
  const files: Files = {
    async *list() {},
    async read(name) {
      return written.get(name)?.contents ?? null
    },
    async size(name) {
      return written.get(name)?.contents.length ?? null
    },
    async write(name, contents, { durable = false } = {}) {
      step()
      written.set(name, { contents: Buffer.from(contents), durable })
      step()
    },
    async remove(name) {
      step()
      for (const each of [...written.keys()]) if (each.startsWith(name)) written.delete(each)
      step()
    },
    async path(name) {
      return name
    },
  }
  return {
    files,
    failAt(step: number) {
      ;[calls, diesAt] = [0, step]
    },
    restart() {
      diesAt = Number.POSITIVE_INFINITY
      for (const [name, { durable }] of written) if (!durable) written.delete(name)
    },
  }
}

test.each([1, 2, 3, 4])('a power failure at step %i of joining the parts loses nothing', async (step) => {
  const disk = fragileFiles()
  const upload = { id: 'a', bytes: 10, parts: ['0-x', '6-y'] }
  await disk.files.write(`${partsFolder('a')}0-x`, Buffer.from('%PDF-1'), { durable: true })
  await disk.files.write(`${partsFolder('a')}6-y`, Buffer.from('.7\n!'), { durable: true })
  disk.failAt(step)
  await expect(joinParts(disk.files, upload)).rejects.toThrow('power failure')
  disk.restart()
  await joinParts(disk.files, upload)
  expect((await disk.files.read(pdfFile('a')))?.toString()).toBe('%PDF-1.7\n!')
})
