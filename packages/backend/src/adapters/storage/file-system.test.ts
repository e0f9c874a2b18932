import { mkdir, mkdtemp, type open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { fileSystem } from './file-system.ts'
import { keepsFiles } from './testing/storage-contract.ts'

const synced = vi.hoisted(() => [] as string[])
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    async open(...options: Parameters<typeof open>) {
      const file = await real.open(...options)
      const sync = file.sync.bind(file)
      file.sync = () => {
        synced.push(String(options[0]))
        return sync()
      }
      return file
    },
  }
})

describe('the file system storage', () => {
  keepsFiles(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
    return { files: fileSystem(folder), close: () => rm(folder, { recursive: true, force: true }) }
  })

  test('leaves nothing of a file that could not be written, which would keep the space of a full disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
    await mkdir(join(folder, 'taken'))
    await expect(fileSystem(folder).write('taken', Buffer.from('x'))).rejects.toThrow('EISDIR')
    expect(await readdir(folder)).toEqual(['taken'])
    await rm(folder, { recursive: true })
  })

  test('syncs a durable file and all folders above it, whose names may be new', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
    synced.splice(0)
    try {
      await fileSystem(folder).write('uploads/a/parts/0-x', Buffer.from('x'), { durable: true })
      expect(synced.map((path) => path.replace(folder, '').replace(/\..*/, ''))).toEqual([
        '/uploads/a/parts/0-x',
        '',
        '/uploads',
        '/uploads/a',
        '/uploads/a/parts',
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
