import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileSystem } from '../adapters/storage/file-system.ts'
import { idOf, type Manifest, writeManifest } from '../backup/manifest.ts'
import { backupCheck } from './backup-check.ts'
import { runChecks } from './checks.ts'

const NOW = new Date('2026-11-27T08:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'backup-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function found(store: Parameters<typeof backupCheck>[0]): Promise<string[]> {
  return (await runChecks([backupCheck(store, () => NOW)])).map(({ status, says }) => `${status}: ${says}`)
}

test('without a place for backups there is a warning', async () => {
  expect(await found(null)).toEqual(['warning: no place for backups is set'])
})

test('the age of the newest complete backup decides', async () => {
  const store = fileSystem(folder)
  expect(await found(store)).toEqual(['error: there is none'])
  await store.write(`backups/${idOf(NOW)}/tables/public.accounts/000001`, Buffer.from('interrupted'))
  expect(await found(store)).toEqual(['error: there is none'])
  const ages = []
  for (const at of ['2026-11-23T08:00:00Z', '2026-11-25T20:00:00Z', '2026-11-27T01:30:00Z']) {
    await writeManifest(store, manifestAt(new Date(at)))
    ages.push(...(await found(store)))
  }
  expect(ages).toEqual([
    'error: the newest is 96 hours old',
    'warning: the newest is 36 hours old',
    'ok: the newest is 6 hours old',
  ])
})

function manifestAt(at: Date): Manifest {
  const time = at.toISOString()
  return {
    format: 1,
    id: idOf(at),
    instance: '',
    startedAt: time,
    snapshotAt: time,
    finishedAt: time,
    serverVersion: '',
    migrations: [],
    queueVersion: 0,
    bytes: 0,
    tables: [],
    sequences: [],
    files: null,
    erasures: [],
    recipients: [],
    settings: [],
  } as unknown as Manifest
}
