import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3Files } from '@kiosk/backend/adapters/storage/s3'
import { startS3Server } from '@kiosk/backend/adapters/storage/testing/s3-server'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { testApi } from '@kiosk/backend/testing/api'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { createPageRenderer } from './page-renderer.ts'
import { plainIssue } from './testing/malformed-pdfs.ts'

test('an issue imported into a bucket is read from it, rendered from its PDF there, replaced, and removed with its revision', async () => {
  const connection = await testDatabase({ isDirect: true })
  const storage = await startS3Server({ keysInAList: 5 })
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const files = s3Files({ ...storage.settings, scratch: join(folder, 'scratch') })
  const rendering = createPageRenderer({ processes: 1 })
  const api = await testApi(connection, {
    files,
    renderPage: async (pdf, ...how) => rendering.renderPage(await files.path(pdf), ...how),
  })
  const run = () =>
    importFiles(
      { connection, files, paths: [join(folder, 'in')], processes: 1 },
      { file: () => {}, note: () => {}, progress: () => {} },
    )
  try {
    await mkdir(join(folder, 'in'))
    await writeFile(join(folder, 'in/bergblick-2026-11-01.pdf'), plainIssue(2))
    storage.fail('slow down', 'cut the line')
    expect(await run()).toMatchObject({ imported: 1, rejected: 0 })
    const { uid } = await connection.db.selectFrom('issues').select('uid').executeTakeFirstOrThrow()
    expect(storage.objects.has(`issues/${uid}/1/source.pdf`)).toBe(true)
    const { signature } = await (await api.ask(`issuecontent/${uid}/access`)).json()
    const image = await api.ask(`issuecontent/${uid}/pages/2/picture?width=720&${signature}`)
    expect(image.status).toBe(200)
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(720)
    expect(storage.objects.has(`issues/${uid}/1/pages/2-720.webp`)).toBe(true)
    expect((await api.ask(`issuecontent/${uid}/cover?coverheight=280`)).status).toBe(200)

    await writeFile(join(folder, 'in/bergblick-2026-11-01.pdf'), plainIssue(1, 'Korrektur'))
    expect(await run()).toMatchObject({ replaced: 1 })
    expect([...storage.objects.keys()].every((key) => key.startsWith(`issues/${uid}/2/`))).toBe(true)
    expect((await readdir(folder)).sort()).toEqual(['in', 'scratch'])
  } finally {
    await api.close()
    await rendering.close()
    await storage.close()
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  }
})
