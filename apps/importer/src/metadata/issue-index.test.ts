import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorTime } from '@kiosk/backend/testing/processor-time'
import { expect, test } from 'vitest'
import { type IndexRow, readIssueIndex } from './issue-index.ts'

test('an index with very many unknown columns and rows is read in seconds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'index-'))
  const [columns, count] = [20_000, 20_000]
  const head = ['file', ...Array.from({ length: columns }, (_, index) => `x${index}`), 'title'].join('\t')
  const row = (index: number) => `${index}.pdf${'\t'.repeat(index === 0 ? columns + 1 : 1)}${index === 0 ? 'Bergblick' : ''}`
  await writeFile(join(folder, 'INDEX.tsv'), [head, ...Array.from({ length: count }, (_, index) => row(index))].join('\n'))
  let rows: IndexRow[] = []
  const took = await processorTime(async () => {
    rows = await readIssueIndex(join(folder, 'INDEX.tsv'))
  })
  expect(took).toBeLessThan(5_000)
  expect(rows).toHaveLength(count)
  expect(rows[0]).toEqual({ path: join(folder, '0.pdf'), metadata: { title: 'Bergblick' } })
  await rm(folder, { recursive: true })
})
