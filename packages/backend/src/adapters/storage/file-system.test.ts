import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { fileSystem } from './file-system.ts'
import { keepsFiles } from './testing/storage-contract.ts'

describe('the file system storage', () => {
  keepsFiles(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
    return { files: fileSystem(folder), close: () => rm(folder, { recursive: true, force: true }) }
  })
})
